import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { KernelLog, Support } from "@/api/types";
import { download } from "@/lib/file-download";
import { KernelLogPart } from "@/subjects/sharing/parts/KernelLogPart";
import { SmartPages } from "@/subjects/sharing/parts/SmartPages";
import { Card } from "@/ui/Card";

/** What its sender chose to show of the kernel's log and the drives' health: lines and counters of listed forms. */
export function ForSupport({ support: { kernel_log: log, smart_pages: pages } }: { support: Support }) {
  return (
    <Card
      title={t`Kernel log and drive health`}
      subtitle={t`Names replaced by labels; only known lines and counters`}
      actions={
        <div className="no-print" style={{ display: "flex", flexWrap: "wrap", gap: 8 }}>
          {log !== null && (
            <Button
              size="xs"
              variant="default"
              onClick={() => download(new Blob([logAsText(log)], { type: "text/plain" }), "kernel-log.txt")}
            >
              <Trans>Log as text</Trans>
            </Button>
          )}
          {pages.length > 0 && (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                download(
                  new Blob([JSON.stringify(pages, null, 2)], { type: "application/json" }),
                  "drive-health.json",
                )
              }
            >
              <Trans>Health as JSON</Trans>
            </Button>
          )}
        </div>
      }
      isFlush
    >
      {log !== null && <KernelLogPart log={log} />}
      <SmartPages pages={pages} />
    </Card>
  );
}

/** As the page shows it, with how much of it is left out. */
function logAsText({ lines, lines_hidden }: KernelLog): string {
  const left = lines_hidden === 0 ? [] : [t`# ${lines_hidden} lines left out of this share`];
  return [...left, ...lines.map(({ at, text }) => `${at ?? "-"} ${text}`), ""].join("\n");
}
