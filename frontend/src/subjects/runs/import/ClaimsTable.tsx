import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Claim, ImportPreview } from "@/api/types";
import { formatMetric, metricOf } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { formatBlockSize, formatCount } from "@/lib/units";
import styles from "@/subjects/runs/import/SourceCard.module.css";
import type { ReadableSource } from "@/subjects/runs/import/sources";
import { documentOfClaims } from "@/subjects/runs/import/typed";
import { previewQuery, storeTyped } from "@/subjects/runs/queries/imports";
import { Badge, type Tone } from "@/ui/Badge";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { QueryError } from "@/ui/page/QueryError";
import { Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Line` },
  { name: t`The table says` },
  { name: t`Of` },
  { name: t`Measured` },
  { name: t`Verdict` },
  { name: t`Why` },
];
const VERDICT: Record<Claim["status"], { word: string; tone: Tone }> = {
  right: { word: t`Right`, tone: "ok" },
  rounded: { word: t`Rounded`, tone: "ok" },
  swapped: { word: t`Swapped`, tone: "bad" },
  wrong: { word: t`Wrong`, tone: "bad" },
  no_run: { word: t`No run`, tone: "plain" },
};
/** The kind of a body whose rows are typed runs themselves: they are saved as such. */
const TABLE_ALONE = "table";
/** Time without a key before a host's name is asked for. */
const PAUSE_MS = 500;

interface ClaimsTableProps {
  source: ReadableSource;
  preview: ImportPreview;
  /** The host that was named; "" when none was. */
  host: string;
  onShow: (line: number) => void;
}

/** What hand-made tables say, cell by cell beside what was measured; saved as typed results on demand. */
export function ClaimsTable({ source, preview, host, onShow }: ClaimsTableProps) {
  const [asked] = useDebouncedValue(host, PAUSE_MS);
  const ofHost = useQuery({ ...previewQuery(source, asked), enabled: asked !== "" });
  const store = useMutation(storeTyped());
  const claims = ofHost.data?.claims ?? preview.claims;
  const typed = documentOfClaims(claims, { host, title: source.name });
  return (
    <>
      <h3 className="muted small pad-8-16 ruled ruled-below">{summaryOf(claims)}</h3>
      <div className={styles.claims}>
        <Table
          caption={t`Tables in ${{ name: source.name }} compared with what was measured`}
          columns={COLUMNS}
          isDense
        >
          {claims.map((claim) => (
            <ClaimRow key={`${claim.line}/${claim.column}`} claim={claim} onShow={onShow} />
          ))}
        </Table>
      </div>
      <p className="hint pad-8-16 ruled">
        <Trans>
          Right: the measured figure, rounded to the digits shown. Rounded: truncated, or rounded further than
          the digits shown.
        </Trans>
      </p>
      {preview.kind !== TABLE_ALONE && (
        <div className="pad-10-16 ruled on-panel-2">
          {store.data === undefined ? (
            <>
              <Button
                variant="default"
                disabled={typed === null || host === ""}
                loading={store.isPending}
                onClick={() => typed !== null && store.mutate(typed)}
              >
                <Trans>Save the table as typed results</Trans>
              </Button>{" "}
              <span className={styles.words}>
                <Trans>
                  {{
                    missing:
                      host === ""
                        ? t`Enter the host first. `
                        : typed === null
                          ? t`No cell says whether it is a read or a write. `
                          : "",
                  }}
                  Tables are never stored as measurements.
                </Trans>
              </span>
            </>
          ) : (
            <>
              <Badge tone="ok">{store.data.status === "created" ? t`Saved` : t`Already there`}</Badge>{" "}
              <Link to={paths.run(store.data.id)}>
                <Trans>The table as a typed run</Trans>
              </Link>
            </>
          )}
        </div>
      )}
      {store.isError && <QueryError title={t`The table was not saved.`} error={store.error} />}
    </>
  );
}

function ClaimRow({ claim, onShow }: { claim: Claim; onShow: (line: number) => void }) {
  const { word, tone } = VERDICT[claim.status];
  const metric = metricOf(claim.metric);
  const measured =
    claim.measured === null || metric === null ? null : formatMetric(metric, claim.measured, "decimal");
  return (
    <tr className={styles.claim}>
      <td>
        <button
          type="button"
          className="bare text-button"
          style={{ minWidth: 32 }}
          aria-label={t`Show line ${{ line: claim.line }}`}
          onClick={() => onShow(claim.line)}
        >
          {formatCount(claim.line)}
        </button>
      </td>
      <th scope="row">
        <code>{claim.text}</code>
      </th>
      <td className={styles.subject}>
        {claim.direction !== null && <DirectionMark direction={claim.direction} />}{" "}
        {[metric?.short ?? claim.metric, ...workload(claim)].join(", ")}
      </td>
      <td>
        {measured === null ? (
          <Missing reason={t`no matching measured run`} />
        ) : claim.run_id === null ? (
          measured
        ) : (
          <Link to={paths.run(claim.run_id)}>{measured}</Link>
        )}
        {claim.run !== null && (
          <span className={styles.words}>
            <Trans> run {{ count: claim.run + 1 }}</Trans>
          </span>
        )}
      </td>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
      <td className={styles.why}>{claim.sentence}</td>
    </tr>
  );
}

function workload({ pattern, bs_bytes, iodepth, numjobs }: Claim): string[] {
  return [
    pattern,
    bs_bytes === null ? null : formatBlockSize(bs_bytes),
    iodepth === null ? null : `QD ${iodepth}`,
    numjobs === null ? null : plural(numjobs, { one: "# job", other: "# jobs" }),
  ].filter((part) => part !== null);
}

/** "8 figures in hand-made tables: 3 right, 1 rounded, 4 swapped". */
export function summaryOf(claims: readonly Claim[]): string {
  const counts = Object.entries(VERDICT).flatMap(([status, { word }]) => {
    const count = claims.filter((claim) => claim.status === status).length;
    return count === 0 ? [] : [`${formatCount(count)} ${word.toLowerCase()}`];
  });
  return t`${plural({ claims: claims.length }, { one: "# figure", other: "# figures" })} in hand-made tables: ${{ counts: counts.join(", ") }}`;
}
