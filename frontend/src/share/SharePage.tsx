import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import type { Shared } from "@/api/types";
import { formatUtcDay } from "@/lib/time";
import { usePaper } from "@/sections/use-paper";
import { Downloads } from "@/share/Downloads";
import { PassphraseForm } from "@/share/PassphraseForm";
import { Report } from "@/share/Report";
import { type Outcome, openShare } from "@/share/recipient";
import styles from "@/share/SharePage.module.css";
import { Logo } from "@/ui/Logo";
import { Skeleton } from "@/ui/Skeleton";
import { useLightPaper } from "@/ui/use-light-paper";

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
        <Report shared={shared} actions={<Downloads token={token} passphrase={passphrase} />} />
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
  return `${title} · frozen ${formatUtcDay(created_at)}`;
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
          <h1>Link not found.</h1>
          <p>The link may be incomplete. Ask the sender for the full link.</p>
        </>
      );
    case "ended":
      return (
        <>
          <h1>This link has expired.</h1>
          <p>It has expired or was revoked. The sender can create a new one.</p>
        </>
      );
    case "throttled":
      return (
        <>
          <h1>Too many attempts.</h1>
          <p>
            {outcome.afterS === null
              ? "Wait a few minutes, then try again."
              : `Wait ${outcome.afterS > 90 ? `${Math.ceil(outcome.afterS / 60)} minutes` : `${outcome.afterS} seconds`}, then try again.`}
          </p>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        </>
      );
    case "failed":
      return (
        <>
          <h1>The report could not be loaded.</h1>
          <p>The service does not answer as it should.</p>
          {outcome.requestId !== null && (
            <p className={styles.reference}>
              Request <code>{outcome.requestId}</code>
            </p>
          )}
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        </>
      );
  }
}

function Waiting() {
  return (
    <main className={styles.page} aria-busy="true">
      <div className={styles.wait}>
        <Skeleton width="55%" height={26} />
        <Skeleton width="35%" height={14} />
        <Skeleton height={420} />
      </div>
    </main>
  );
}
