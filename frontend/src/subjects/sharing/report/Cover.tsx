import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Shared } from "@/api/types";
import { formatUtcDay, formatUtcMinute } from "@/lib/time";
import { fieldsInWords } from "@/subjects/sharing/parts/share-fields";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Badge } from "@/ui/Badge";
import { Logo } from "@/ui/Logo";

/** What this is, for whom, from when, and until when; the result in one sentence. */
export function Cover({
  shared: { label, expires_at, document },
  actions,
}: {
  shared: Shared;
  actions: ReactNode;
}) {
  const { title, note, created_at, fioboard_version, compare, revealed, hidden } = document;
  return (
    <header className={styles.cover}>
      <div className={styles.coverHead}>
        <p className={styles.eyebrow}>
          <Logo size={18} />
          <Trans> Storage benchmark report</Trans>
        </p>
        {actions}
      </div>
      <h1>{title}</h1>
      {/* Of older versions, which have no answer. */}
      {compare !== null && compare.answer === null && <p className={styles.lead}>{compare.sentence}</p>}
      <dl className={styles.imprint}>
        {label !== null && (
          <div>
            <dt>
              <Trans>For</Trans>
            </dt>
            <dd>
              <bdi>{label}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Snapshot of</Trans>
          </dt>
          <dd>
            <time dateTime={created_at}>{formatUtcMinute(created_at)}</time>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Expires</Trans>
          </dt>
          <dd>
            <time dateTime={expires_at} title={formatUtcMinute(expires_at)}>
              {formatUtcDay(expires_at)}
            </time>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Created with</Trans>
          </dt>
          <dd>fioboard {fioboard_version}</dd>
        </div>
        {revealed.length > 0 && (
          <div>
            <dt>
              <Trans>Shown by choice</Trans>
            </dt>
            <dd>
              <Badge title={t`Left out of a shared report unless the sender chooses otherwise`}>
                {fieldsInWords(revealed)}
              </Badge>
            </dd>
          </div>
        )}
        {hidden.length > 0 && (
          <div>
            <dt>
              <Trans>Left out by choice</Trans>
            </dt>
            <dd>
              <Badge title={t`Part of a shared report unless the sender chooses otherwise`}>
                {fieldsInWords(hidden)}
              </Badge>
            </dd>
          </div>
        )}
      </dl>
      {note !== null && (
        <blockquote className={styles.note}>
          <bdi>{note}</bdi>
        </blockquote>
      )}
    </header>
  );
}
