import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import { download } from "@/lib/file-download";
import { type Download, fileOfShare } from "@/subjects/sharing/report/recipient";
import styles from "@/subjects/sharing/report/SharePage.module.css";

const FILES: readonly (readonly [Download, string, string])[] = [
  ["csv", "CSV", t`Every figure of this report, base units`],
  ["json", "JSON", t`The whole report as data`],
  ["raw", "fio JSON", t`fio's figures, rebuilt from what is shown here`],
];

/** What is printed: the short form, of two pages, unless the long one was asked for (Report.module.css). */
function printReport(form: "short" | "long"): void {
  const root = document.documentElement;
  root.dataset["paper"] = form;
  addEventListener("afterprint", () => delete root.dataset["paper"], { once: true });
  globalThis.print();
}

/** The report to take away. Fetched rather than linked, because a passphrase travels in a header only. */
export function Downloads({ token, passphrase }: { token: string; passphrase: string | null }) {
  const [pending, setPending] = useState<Download | null>(null);
  const [isFailed, setFailed] = useState(false);
  const save = async (kind: Download) => {
    setPending(kind);
    const file = await fileOfShare(token, kind, passphrase);
    setPending(null);
    setFailed(file === null);
    if (file !== null) download(file.content, file.name);
  };
  return (
    <div className="flow gap-8 no-print">
      {FILES.map(([kind, name, title]) => (
        <Button
          key={kind}
          variant="default"
          title={title}
          aria-label={t`Download ${name}`}
          loading={pending === kind}
          onClick={() => void save(kind)}
        >
          {name}
        </Button>
      ))}
      <Button
        variant="default"
        title={t`Result, questions, limits and path: two pages`}
        onClick={() => printReport("short")}
      >
        <Trans>Print or PDF</Trans>
      </Button>
      <Button
        variant="default"
        title={t`With the whole configuration, all charts and the figures behind them`}
        onClick={() => printReport("long")}
      >
        <Trans>Long form</Trans>
      </Button>
      {isFailed && (
        <p role="alert" className={styles.failed}>
          <Trans>Not downloaded: the link may have ended. Load this page again.</Trans>
        </p>
      )}
    </div>
  );
}
