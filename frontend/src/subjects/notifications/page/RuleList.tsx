import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationRule } from "@/api/types";
import { formatCount } from "@/lib/units";
import { sessionQuery } from "@/subjects/accounts/queries/session";
import styles from "@/subjects/notifications/page/NotificationsPage.module.css";
import { EditRule } from "@/subjects/notifications/page/RuleForm";
import { tells, when } from "@/subjects/notifications/page/rule-words";
import { changeRule, removeRule, rulesQuery, testRule } from "@/subjects/notifications/queries/notifications";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { Badge } from "@/ui/Badge";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** The reader's rules, everybody's for an admin: what they tell, and what became of it. */
export function RuleList() {
  const rules = useQuery(rulesQuery());
  const session = useQuery(sessionQuery()).data;
  if (rules.isPending)
    return (
      <div className="pad-16" aria-busy>
        <Skeleton height={80} />
      </div>
    );
  if (rules.isError)
    return (
      <QueryError
        title={t`The rules could not be loaded.`}
        error={rules.error}
        onRetry={() => void rules.refetch()}
      />
    );
  if (rules.data.items.length === 0)
    return (
      <EmptyMessage
        title={t`No notification rules yet.`}
        detail={t`A rule sends changes and events by e-mail, webhook or chat, immediately or once a day.`}
      />
    );
  return (
    <ul aria-label={t`Rules`}>
      {rules.data.items.map((rule) => (
        <Rule key={rule.id} rule={rule} isOwn={rule.person === session?.name} />
      ))}
    </ul>
  );
}

function Rule({ rule, isOwn }: { rule: NotificationRule; isOwn: boolean }) {
  const [isEdited, setEdited] = useState(false);
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  const titleOf = (key: string) => factors.find((factor) => factor.key === key)?.title ?? key;
  const subjects = tells(rule, titleOf);
  if (isEdited)
    return (
      <li className="pad-16 ruled">
        <EditRule rule={rule} onDone={() => setEdited(false)} />
      </li>
    );
  return (
    <li className="entry">
      <div className="under">
        <strong>{rule.name}</strong>{" "}
        {!rule.is_active && (
          <Badge>
            <Trans>Paused</Trans>
          </Badge>
        )}{" "}
        {rule.failed > 0 && (
          <Badge tone="bad">
            <Trans>{{ failed: formatCount(rule.failed) }} failed</Trans>
          </Badge>
        )}
        <p>
          {isOwn
            ? t`You get messages about ${subjects}.`
            : t`${{ person: rule.person }} gets messages about ${subjects}.`}{" "}
          <Trans>
            {{ when: sentenceOf(when(rule)) }}, at {{ destination: rule.destination }}.
          </Trans>
        </p>
        <p>
          {rule.delivered === 0
            ? t`No message sent yet`
            : t`${{ delivered: formatCount(rule.delivered) }} sent`}
          {rule.last_delivered_at !== null && (
            <Trans>
              , last <Moment iso={rule.last_delivered_at} />
            </Trans>
          )}
          {rule.waiting > 0 && t`; ${{ waiting: formatCount(rule.waiting) }} waiting`}.
        </p>
        {rule.last_error !== null && (
          <p className="bad">
            <Trans>Last failure: {{ last_error: rule.last_error }}</Trans>
          </p>
        )}
      </div>
      <RuleButtons rule={rule} isOwn={isOwn} onEdit={() => setEdited(true)} />
    </li>
  );
}

const sentenceOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface RuleButtonsProps {
  rule: NotificationRule;
  isOwn: boolean;
  onEdit: () => void;
}

function RuleButtons({ rule, isOwn, onEdit }: RuleButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  const test = useMutation(testRule(rule.id));
  const pause = useMutation(changeRule(rule.id));
  const remove = useMutation(removeRule(rule.id));
  const failed = test.error ?? pause.error ?? remove.error;
  return (
    <div className={styles.actions}>
      <div className={styles.buttons}>
        {isOwn && (
          <>
            <Button
              size="xs"
              variant="default"
              loading={test.isPending}
              aria-label={t`Send a test message with ${{ name: rule.name }}`}
              onClick={() => test.mutate()}
            >
              <Trans>Send a test</Trans>
            </Button>
            <Button size="xs" variant="default" aria-label={t`Edit ${{ name: rule.name }}`} onClick={onEdit}>
              <Trans>Edit</Trans>
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={pause.isPending}
              aria-label={`${rule.is_active ? t`Pause` : t`Resume`} ${rule.name}`}
              onClick={() => pause.mutate({ is_active: !rule.is_active })}
            >
              {rule.is_active ? t`Pause` : t`Resume`}
            </Button>
          </>
        )}
        {isAsking ? (
          <>
            <Button size="xs" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              <Trans>Remove {{ name: rule.name }}</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsking(false)}>
              <Trans>Keep</Trans>
            </Button>
          </>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t`Remove ${{ name: rule.name }}`}
            onClick={() => setAsking(true)}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      {test.data !== undefined && (
        <p role="status" className={test.data.error === null ? "" : "bad"}>
          {test.data.error === null
            ? t`Test message delivered.`
            : t`Delivery failed: ${{ error: test.data.error }}`}
        </p>
      )}
      {failed !== null && (
        <p role="alert" className="bad">
          {failed.message}
        </p>
      )}
    </div>
  );
}
