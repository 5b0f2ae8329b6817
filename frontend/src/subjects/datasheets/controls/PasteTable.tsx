import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { PastedFigure, PastedTable } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { formatBlockSizeProse } from "@/lib/units";
import { ofColumn } from "@/subjects/datasheets/controls/card-draft";
import { figureInWords, formatRated } from "@/subjects/datasheets/parts/scorecard-words";
import { readTable } from "@/subjects/datasheets/queries";
import { QueryError } from "@/ui/page/QueryError";

/** A table from a datasheet or a shop's page: what was read in it, to be looked at and selected before it is taken. */
export function PasteTable({ onChosen }: { onChosen: (figures: PastedFigure[]) => void }) {
  const [text, setText] = useState("");
  const [column, setColumn] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const reading = useMutation(readTable());
  const choose = (table: PastedTable, of: string | null, without: ReadonlySet<number>) => {
    setColumn(of);
    setLeft(without);
    onChosen(ofColumn(table.figures, of).filter((_, index) => !without.has(index)));
  };
  const table = reading.data;
  return (
    <div className="stack gap-14">
      <Textarea
        label={t`Table`}
        description={t`One figure per row, for example “Sequential read 7,000 MB/s”; review each before it is used`}
        rows={4}
        maxLength={LIMITS.maxPastedCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button
          variant="default"
          disabled={text.trim() === ""}
          loading={reading.isPending}
          onClick={() =>
            reading.mutate(text, { onSuccess: (read) => choose(read, read.columns[0] ?? null, new Set()) })
          }
        >
          <Trans>Read the table</Trans>
        </Button>
      </div>
      {reading.isError && <QueryError title={t`The table was not read.`} error={reading.error} />}
      {table !== undefined && table.columns.length > 0 && (
        <NativeSelect
          label={t`Column for this drive`}
          value={column ?? ""}
          data={table.columns}
          onChange={(event) => choose(table, event.currentTarget.value, new Set())}
        />
      )}
      {table !== undefined && table.figures.length > 0 && (
        <fieldset className="stack gap-8 anywhere framed round-badge pad-10-12">
          <legend>
            <Trans>Recognized</Trans>
          </legend>
          {ofColumn(table.figures, column).map((figure, index) => (
            <label className="line gap-8" key={`${figure.row} ${figureWords(figure)}`}>
              <input
                type="checkbox"
                checked={!left.has(index)}
                onChange={() => choose(table, column, toggled(left, index))}
              />
              <span>
                {figureWords(figure)}
                <small className="block muted">
                  <Trans>
                    Row {{ row: figure.row }}: {{ figure: wordOf(figure, "line") }}
                  </Trans>
                </small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {table !== undefined && table.not_understood.length > 0 && (
        <>
          <p>
            <Trans>Not recognized and not used:</Trans>
          </p>
          <ul className="stack gap-8 anywhere framed round-badge pad-10-12">
            {table.not_understood.map((row) => (
              <li key={row.row}>
                <Trans>
                  Row {{ row: row.row }}: {{ text: row.text }} ({{ reason: row.reason }})
                </Trans>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function toggled(set: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

const METRICS = ["iops", "bw_bytes_per_s", "lat_ns"] as const;

/** A field that is text; empty where it is not there. */
function wordOf({ rating }: Pick<PastedFigure, "rating">, name: string): string {
  const value = rating[name];
  return typeof value === "string" ? value : "";
}

/** "Random read, 4 KiB: IOPS, 32 in flight: up to 1.40M IOPS". */
function figureWords({ rating }: PastedFigure): string {
  const number = (name: string) => (typeof rating[name] === "number" ? rating[name] : null);
  const metric = METRICS.find((one) => one === rating["metric"]);
  if (metric === undefined) return wordOf({ rating }, "line");
  const what = figureInWords(
    {
      metric,
      rw: wordOf({ rating }, "rw"),
      bs_bytes: number("bs_bytes"),
      percentile: number("percentile"),
    },
    formatBlockSizeProse,
  );
  const share = number("read_pct");
  const depth = number("queue_depth");
  const workers = number("workers");
  const conditions = [
    share === null ? "" : t`${share} % reads`,
    depth === null ? "" : t`queue depth ${depth}`,
    workers === null ? "" : t`${workers} workers`,
    wordOf({ rating }, "state"),
    rating["span"] === "full" ? t`whole drive` : "",
    rating["cache"] === "after" ? t`behind the cache` : "",
  ].filter((word) => word !== "");
  const value = formatRated({ metric }, number("value") ?? 0, "decimal");
  return `${[what, ...conditions].join(", ")}: ${wordOf({ rating }, "claim")} ${value}`;
}
