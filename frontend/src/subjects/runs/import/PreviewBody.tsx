import { Trans } from "@lingui/react/macro";
import { Suspense, useRef } from "react";
import type { ImportPreview } from "@/api/types";
import { ClaimsTable } from "@/subjects/runs/import/ClaimsTable";
import { FactChips } from "@/subjects/runs/import/FactChips";
import { type AcceptedFacts, unusedLines } from "@/subjects/runs/import/facts";
import { LinesSummary } from "@/subjects/runs/import/LinesSummary";
import { PreviewTable } from "@/subjects/runs/import/PreviewTable";
import { SkippedLines } from "@/subjects/runs/import/SkippedLines";
import styles from "@/subjects/runs/import/SourceCard.module.css";
import { SourceText, type SourceTextHandle } from "@/subjects/runs/import/SourceText";
import type { ReadableSource } from "@/subjects/runs/import/sources";
import { remark } from "@/subjects/runs/import/wording";
import { Finding, FindingList } from "@/ui/Finding";
import { Skeleton } from "@/ui/Skeleton";

interface PreviewBodyProps {
  source: ReadableSource;
  preview: ImportPreview;
  /** The host that was named for this source; "" when none was. */
  host: string;
  accepted: AcceptedFacts;
  /** Null once it is saved. */
  onAccept: ((accepted: AcceptedFacts) => void) | null;
  onHost: ((host: string) => void) | null;
}

/** The agent's own archive: no text that anybody reads. */
const CARRIED = "fioboard_uploads";

/** What was understood above, what it was made from below. */
export function PreviewBody({ source, preview, host, accepted, onAccept, onHost }: PreviewBodyProps) {
  const text = useRef<SourceTextHandle>(null);
  const show = (line: number | null | undefined) => {
    if (line !== null && line !== undefined) text.current?.show(line);
  };
  const isInferred = preview.runs.some((run) => run.results.length > 0);
  return (
    <>
      {preview.warnings.length > 0 && (
        <div className="ruled">
          <FindingList>
            {preview.warnings.map((warning) => (
              <Finding key={`${warning.where}/${warning.error}/${warning.detail}`} {...remark(warning)} />
            ))}
          </FindingList>
        </div>
      )}
      {onAccept !== null && (
        <FactChips preview={preview} accepted={accepted} onAccept={onAccept} onHost={onHost} onShow={show} />
      )}
      {preview.runs.length > 0 && (
        <PreviewTable
          name={source.name}
          preview={preview}
          onShow={(index) => show(preview.runs[index]?.first_line)}
        />
      )}
      {isInferred && (
        <p className="hint pad-8-16 ruled">
          <Trans>
            Values <span className={styles.dotted}>underlined with dots</span> are inferred from the output or
            fio's defaults, not given as options.
          </Trans>
        </p>
      )}
      {preview.claims.length > 0 && (
        <ClaimsTable source={source} preview={preview} host={host} onShow={show} />
      )}
      <LinesSummary preview={preview} />
      <SkippedLines lines={unusedLines(preview)} onShow={show} />
      {preview.kind === CARRIED ? null : source.encoding === undefined ? (
        <>
          <h3 className="muted small pad-8-16 ruled ruled-below">
            <Trans>Imported text</Trans>
          </h3>
          <Suspense fallback={<TextPending />}>
            <SourceText ref={text} name={source.name} content={source.content} preview={preview} />
          </Suspense>
        </>
      ) : (
        <p className="hint pad-8-16 ruled">
          <Trans>
            The text is not shown: this browser cannot unpack {{ encoding: source.encoding }}. The service
            can.
          </Trans>
        </p>
      )}
    </>
  );
}

export function TextPending() {
  return (
    <div className="stack gap-12 ruled" style={{ padding: "14px 16px" }} aria-busy="true">
      <Skeleton height={200} />
    </div>
  );
}
