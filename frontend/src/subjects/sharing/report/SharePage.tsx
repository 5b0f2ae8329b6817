import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { Shared } from "@/api/types";
import { formatUtcDay } from "@/lib/time";
import { Downloads } from "@/subjects/sharing/report/Downloads";
import { PassphraseForm } from "@/subjects/sharing/report/PassphraseForm";
import { Report } from "@/subjects/sharing/report/Report";
import { type Outcome, openShare } from "@/subjects/sharing/report/recipient";
import styles from "@/subjects/sharing/report/SharePage.module.css";
import { Logo } from "@/ui/Logo";
import { Skeleton } from "@/ui/Skeleton";
import { useLightPaper } from "@/ui/use-light-paper";
import { usePaper } from "@/ui/use-paper";

// Most links take no replies.
const Replies = lazy(async () => ({
  default: (await import("@/subjects/sharing/report/Replies")).Replies,
}));

/** The whole page of a share link: asks for its document once and shows it, or says why it cannot. */
export function SharePage({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const open = useCallback(
    async (words: string | null) => {
      const answer = await openShare(token, words);
      setPassphrase(words);
      setOutcome(answer);
    },
    [token],
  );
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the document is the outside world's
    void open(null);
  }, [open]);
  useLightPaper();
  usePaper(outcome?.state === "open" ? footOf(outcome.shared) : null);
  if (outcome === null) return <Waiting />;
  if (outcome.state === "open") {
    const { shared } = outcome;
    return (
      <main className={styles.page}>
        <title>{`${shared.document.title} · fioboard`}</title>
        <Report
          shared={shared}
          actions={<Downloads token={token} passphrase={passphrase} />}
          replies={
            (shared.takes_replies || shared.replies > 0) && (
              <Suspense fallback={<Skeleton height={220} />}>
                <Replies token={token} passphrase={passphrase} shared={shared} />
              </Suspense>
            )
          }
        />
      </main>
    );
  }
  return (
    <main className={styles.solo}>
      <p className={styles.brand}>
        <Logo /> fioboard
      </p>
      {outcome.state === "passphrase" ? (
        <PassphraseForm isWrong={outcome.isWrong} onSubmit={open} />
      ) : (
        <Closed outcome={outcome} onRetry={() => void open(passphrase)} />
      )}
    </main>
  );
}

function footOf({ document: { title, created_at } }: Shared): string {
  return t`${title} · frozen ${{ created_at: formatUtcDay(created_at) }}`;
}

/** Says nothing of what was shared, nor whether anything was. */
function Closed({
  outcome,
  onRetry,
}: {
  outcome: Exclude<Outcome, { state: "open" | "passphrase" }>;
  onRetry: () => void;
}) {
  switch (outcome.state) {
    case "missing":
      return (
        <>
          <h1>
            <Trans>Link not found.</Trans>
          </h1>
          <p>
            <Trans>The link may be incomplete. Ask the sender for the full link.</Trans>
          </p>
        </>
      );
    case "ended":
      return (
        <>
          <h1>
            <Trans>This link has expired.</Trans>
          </h1>
          <p>
            <Trans>The link has expired or was revoked. The sender can create a new one.</Trans>
          </p>
        </>
      );
    case "throttled":
      return (
        <>
          <h1>
            <Trans>Too many attempts.</Trans>
          </h1>
          <p>
            {outcome.afterS === null
              ? t`Wait a few minutes, then try again.`
              : outcome.afterS > 90
                ? t`Wait ${{ minutes: Math.ceil(outcome.afterS / 60) }} minutes, then try again.`
                : t`Wait ${{ seconds: outcome.afterS }} seconds, then try again.`}
          </p>
          <Button variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </>
      );
    case "failed":
      return (
        <>
          <h1>
            <Trans>The report could not be loaded.</Trans>
          </h1>
          <p>
            <Trans>Unexpected answer from the service.</Trans>
          </p>
          {outcome.requestId !== null && (
            <p className="faint tiny">
              <Trans>
                Request <code>{ph({ requestId: outcome.requestId })}</code>
              </Trans>
            </p>
          )}
          <Button variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </>
      );
  }
}

function Waiting() {
  return (
    <main className={styles.page} aria-busy="true">
      <div className="stack gap-14">
        <Skeleton width="55%" height={26} />
        <Skeleton width="35%" height={14} />
        <Skeleton height={420} />
      </div>
    </main>
  );
}
