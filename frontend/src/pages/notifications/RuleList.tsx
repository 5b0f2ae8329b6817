import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { factorsQuery } from "@/api/queries/factors";
import { changeRule, removeRule, rulesQuery, testRule } from "@/api/queries/notifications";
import { sessionQuery } from "@/api/queries/session";
import type { NotificationRule } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import { formatCount } from "@/lib/units";
import styles from "@/pages/notifications/NotificationsPage.module.css";
import { EditRule } from "@/pages/notifications/RuleForm";
import { tells, when } from "@/pages/notifications/rule-words";
import { Badge } from "@/ui/Badge";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { Skeleton } from "@/ui/Skeleton";

/** The reader's rules, everybody's for an admin: what they tell, and what became of it. */
export function RuleList() {
  const rules = useQuery(rulesQuery());
  const session = useQuery(sessionQuery()).data;
  if (rules.isPending)
    return (
      <div className={styles.waiting} aria-busy>
        <Skeleton height={80} />
      </div>
    );
  if (rules.isError)
    return (
      <QueryError
        title="The rules could not be loaded."
        error={rules.error}
        onRetry={() => void rules.refetch()}
      />
    );
  if (rules.data.items.length === 0)
    return (
      <EmptyMessage
        title="No notification rules."
        detail="A rule sends changes and events by e-mail, webhook or chat, immediately or once a day."
      />
    );
  return (
    <ul className={styles.list} aria-label="Rules">
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
  if (isEdited)
    return (
      <li className={styles.edited}>
        <EditRule rule={rule} onDone={() => setEdited(false)} />
      </li>
    );
  return (
    <li className={styles.rule}>
      <div>
        <strong>{rule.name}</strong> {!rule.is_active && <Badge>Paused</Badge>}{" "}
        {rule.failed > 0 && <Badge tone="bad">{formatCount(rule.failed)} given up</Badge>}
        <p>
          {isOwn ? "You get" : `${rule.person} gets`} messages about {tells(rule, titleOf)}.{" "}
          {sentenceOf(when(rule))}, at {rule.destination}.
        </p>
        <p>
          {rule.delivered === 0 ? "No message sent yet" : `${formatCount(rule.delivered)} sent`}
          {rule.last_delivered_at !== null && (
            <>
              , last <Moment iso={rule.last_delivered_at} />
            </>
          )}
          {rule.waiting > 0 && `; ${formatCount(rule.waiting)} waiting`}.
        </p>
        {rule.last_error !== null && <p className={styles.error}>Last failure: {rule.last_error}</p>}
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
              aria-label={`Send a test message by ${rule.name}`}
              onClick={() => test.mutate()}
            >
              Send a test
            </Button>
            <Button size="xs" variant="default" aria-label={`Edit ${rule.name}`} onClick={onEdit}>
              Edit
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={pause.isPending}
              aria-label={`${rule.is_active ? "Pause" : "Resume"} ${rule.name}`}
              onClick={() => pause.mutate({ is_active: !rule.is_active })}
            >
              {rule.is_active ? "Pause" : "Resume"}
            </Button>
          </>
        )}
        {isAsking ? (
          <>
            <Button size="xs" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Remove {rule.name}
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsking(false)}>
              Keep
            </Button>
          </>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={`Remove ${rule.name}`}
            onClick={() => setAsking(true)}
          >
            Remove
          </Button>
        )}
      </div>
      {test.data !== undefined && (
        <p role="status" className={test.data.error === null ? "" : styles.error}>
          {test.data.error === null ? "Test message delivered." : `Delivery failed: ${test.data.error}`}
        </p>
      )}
      {failed !== null && (
        <p role="alert" className={styles.error}>
          {failed.message}
        </p>
      )}
    </div>
  );
}
