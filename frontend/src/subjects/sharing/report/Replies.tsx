import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Shared, SharedReply } from "@/api/types";
import { formatUtcDay, formatUtcMinute } from "@/lib/time";
import { ExternalRun } from "@/subjects/sharing/report/ExternalRun";
import styles from "@/subjects/sharing/report/Report.module.css";
import { issueReplyCode, type ReplyCode, repliesOfShare } from "@/subjects/sharing/report/recipient";
import { Card } from "@/ui/Card";
import { LikeCommand } from "@/ui/LikeCommand";
import { Skeleton } from "@/ui/Skeleton";

interface RepliesProps {
  token: string;
  passphrase: string | null;
  shared: Shared;
}

/** Runs of other people that the sender accepted, and how to send one. */
export function Replies({ token, passphrase, shared }: RepliesProps) {
  return (
    <section className={styles.sections} aria-label={t`External runs`}>
      {shared.replies > 0 && <Accepted token={token} passphrase={passphrase} />}
      {shared.takes_replies && <Answering token={token} passphrase={passphrase} />}
    </section>
  );
}

type Part = Omit<RepliesProps, "shared">;

function Accepted({ token, passphrase }: Part) {
  const [replies, setReplies] = useState<readonly SharedReply[] | "failed" | null>(null);
  useEffect(() => {
    void repliesOfShare(token, passphrase).then((found) => setReplies(found ?? "failed"));
  }, [token, passphrase]);
  if (replies === null) return <Skeleton height={220} />;
  if (replies === "failed")
    return (
      <p role="alert">
        <Trans>The external runs could not be loaded. Load this page again.</Trans>
      </p>
    );
  return replies.map(({ received_at, document }, i) => (
    <Card
      key={`${received_at} ${document.created_at}`}
      title={t`External run ${{ number: i + 1 }}`}
      subtitle={t`Received ${{ day: formatUtcDay(received_at) }}; accepted by the sender of this report. How it was measured cannot be verified.`}
    >
      <ExternalRun document={document} />
    </Card>
  ));
}

function Answering({ token, passphrase }: Part) {
  const [code, setCode] = useState<ReplyCode | null>(null);
  const [isPending, setPending] = useState(false);
  const ask = async () => {
    setPending(true);
    setCode(await issueReplyCode(token, passphrase));
    setPending(false);
  };
  return (
    <div className="no-print">
      <Card
        title={t`Reply with your own run`}
        subtitle={t`Run the same job on your machine and send the result to the sender of this report`}
      >
        <div className="stack gap-12">
          <p>
            <Trans>
              The sender gets fio’s output, the samples recorded during the run, and the machine’s inventory
              with its name, serial numbers and paths. This page shows the run without these, and only once
              the sender accepts it.
            </Trans>
          </p>
          {code !== null && "code" in code ? (
            <>
              <LikeCommand of="share" reply={code.code} />
              <p className={styles.hint}>
                <Trans>
                  The code sends one run until {{ ends: formatUtcMinute(code.expires_at) }}. It is shown only
                  now.
                </Trans>
              </p>
            </>
          ) : (
            <div>
              <Button variant="default" loading={isPending} onClick={() => void ask()}>
                <Trans>Get a one-time code</Trans>
              </Button>
            </div>
          )}
          {code !== null && "detail" in code && <p role="alert">{code.detail}</p>}
        </div>
      </Card>
    </div>
  );
}
