import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type Ref, use, useImperativeHandle, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ImportPreview } from "@/api/types";
import { formatCount } from "@/lib/units";
import { unusedLines } from "@/subjects/runs/import/facts";
import { RunNumber, runStyle } from "@/subjects/runs/import/RunNumber";
import styles from "@/subjects/runs/import/SourceText.module.css";
import {
  foldOf,
  type LineRange,
  lineOfRow,
  linesOf,
  rowCount,
  rowOfLine,
  runOfLine,
} from "@/subjects/runs/import/source-lines";

const LINE_PX = 20;
/** Browsers draw nothing beyond some 33 million pixels. */
const MAX_ROWS = 1_500_000;

export interface SourceTextHandle {
  /** Brings a line to the top of the view. */
  show: (line: number) => void;
}

interface SourceTextProps {
  name: string;
  content: Blob;
  /** Null while nothing was understood. */
  preview: ImportPreview | null;
  ref?: Ref<SourceTextHandle>;
}

/** The source as it is, each line marked with the run it belongs to. Only the lines in view are in the page. */
export function SourceText({ name, content, preview, ref }: SourceTextProps) {
  const lines = use(linesOf(content));
  const ranges = useMemo(() => rangesOf(preview), [preview]);
  const skipped = useMemo(() => new Set(preview && unusedLines(preview).map(({ line }) => line)), [preview]);
  const [isWhole, setWhole] = useState(false);
  const fold = isWhole ? null : foldOf(preview?.kind ?? "", ranges, lines.count);
  const rows = Math.min(rowCount(lines.count, fold), MAX_ROWS);

  const view = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => view.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });
  useImperativeHandle(ref, () => ({
    show: (line) => {
      let row = rowOfLine(line, fold);
      if (row === null) {
        // The line is folded away: its place exists only once the whole text is laid out.
        flushSync(() => setWhole(true));
        row = line - 1;
      }
      view.current?.scrollIntoView({ block: "nearest" });
      view.current?.focus({ preventScroll: true });
      virtualizer.scrollToIndex(row, { align: "start" });
    },
  }));

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={view} className={styles.view} tabIndex={0} aria-label={t`Text of ${name}`}>
        <div className={styles.all} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const place = { transform: `translateY(${item.start}px)` };
            const number = lineOfRow(item.index, fold);
            if (number === null && fold !== null) {
              return (
                <div key="fold" className={styles.line} style={place}>
                  <button type="button" className={styles.fold} onClick={() => setWhole(true)}>
                    <Trans>
                      Show lines {{ first: formatCount(fold.first) }} to {{ last: formatCount(fold.last) }}
                    </Trans>
                  </button>
                </div>
              );
            }
            if (number === null) return null;
            const run = runOfLine(number, ranges);
            return (
              <Line
                key={number}
                number={number}
                place={place}
                {...lines.line(number)}
                run={run}
                isFirst={run !== null && ranges[run]?.first === number}
                isSkipped={skipped.has(number)}
              />
            );
          })}
        </div>
      </section>
      {rows === MAX_ROWS && (
        <p className="hint pad-8-16">
          <Trans>
            The first {{ MAX_ROWS: formatCount(MAX_ROWS) }} of {{ count: formatCount(lines.count) }} lines are
            shown; all of them are read and stored.
          </Trans>
        </p>
      )}
    </>
  );
}

interface LineProps {
  number: number;
  place: { transform: string };
  text: string;
  hidden: number;
  run: number | null;
  isFirst: boolean;
  isSkipped: boolean;
}

function Line({ number, place, text, hidden, run, isFirst, isSkipped }: LineProps) {
  return (
    <div
      className={`${styles.line} ${run === null ? "" : styles.inRun} ${isSkipped ? styles.skipped : ""}`}
      style={run === null ? place : { ...place, ...runStyle(run) }}
    >
      <span className={styles.gutter}>{number}</span>
      <span className={styles.badge}>
        {isFirst && run !== null && (
          <>
            <span className="visually-hidden">
              <Trans>run </Trans>
            </span>
            <RunNumber index={run} />
          </>
        )}
        {isSkipped && (
          <span title={t`This line is not used`}>
            <span aria-hidden="true">?</span>
            <span className="visually-hidden">
              <Trans>not used: </Trans>
            </span>
          </span>
        )}
      </span>
      <span className={styles.text}>
        {text}
        {hidden > 0 && (
          <span className={styles.hidden}>
            <Trans>… {{ hidden: formatCount(hidden) }} more characters</Trans>
          </span>
        )}
      </span>
    </div>
  );
}

function rangesOf(preview: ImportPreview | null): (LineRange | null)[] {
  return (preview?.runs ?? []).map(({ first_line: first, last_line: last }) =>
    first === null || last === null ? null : { first, last },
  );
}
