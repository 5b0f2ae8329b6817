import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Yardstick as Held } from "@/api/types";
import { formatRatedShare, formatShare } from "@/lib/units";
import styles from "@/subjects/runs/parts/answer/Yardstick.module.css";
import { yardstickShare } from "@/subjects/runs/parts/answer/yardstick-share";
import { Missing } from "@/ui/Missing";

/** Why a verdict has no share, by its kind. */
const NO_SHARE: Readonly<Record<NonNullable<Held["verdict"]>["kind"], string>> = {
  limit: t`the limit has no value`,
  trust: t`the run is unreliable`,
  unexplained: t`unexplained`,
  none: t`no limit found`,
};

/** How much of its yardstick a figure reached, and always of what: of the limit, else of the datasheet. */
export function Yardstick({ of }: { of: Held }) {
  const { verdict, rated_verdict: may } = of;
  const reached = yardstickShare(of);
  if (reached?.of === "limit")
    return (
      <ShareBar
        share={reached.share}
        isFull
        title={verdict?.sentence ?? ""}
        text={
          <Trans>
            {{ share: formatShare(reached.share) }}{" "}
            <span className={styles.of}>of {whichOf(verdict?.id)}</span>
          </Trans>
        }
      />
    );
  if (reached !== null)
    return (
      <ShareBar
        share={reached.share}
        title={t`Compared with the datasheet of its drives`}
        text={t`${{ atLeast: may === "at_least" ? "≥ " : "" }}${{ rated: formatRatedShare(reached.share) }} of rated`}
      />
    );
  // The whole sentence is on the run's page: read out in each row of a list it would hide what the row is.
  return <Missing reason={verdict === null ? t`no limit or rating known` : NO_SHARE[verdict.kind]} />;
}

/** Names the limit by the rule that found it, in the width of a list. */
function whichOf(rule: string | null | undefined): string {
  if (rule === "at-link-limit" || rule === "at-gpu-link") return t`link limit`;
  return rule?.startsWith("cpu") === true ? t`CPU limit` : t`limit`;
}

/** A share as a bar in grey, or in accent where it is full, with its words. */
export function ShareBar({
  share,
  isFull = false,
  title,
  text,
}: {
  share: number;
  isFull?: boolean;
  title: string;
  text: ReactNode;
}) {
  return (
    <span className="inline-row gap-8 muted small unbroken" title={title}>
      <span className={styles.track} aria-hidden="true">
        <span
          className={isFull ? styles.full : styles.room}
          style={{ width: `${100 * Math.min(1, Math.max(0, share))}%` }}
        />
      </span>
      <span>{text}</span>
    </span>
  );
}
