import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Batch, PreviousBatch } from "@/api/types";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatChange,
  formatIops,
  formatLatency,
  MISSING,
} from "@/lib/units";
import { VERDICT } from "@/subjects/compare/parts/comparison-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { Moment } from "@/ui/Moment";
import { NumberCell, Table } from "@/ui/Table";

type AgainstStep = PreviousBatch["against"]["steps"][number];

const COLUMNS = [
  { name: t`Workload` },
  { name: t`Direction`, isWide: true },
  { name: t`Previous`, isNumeric: true, isWide: true },
  { name: t`This`, isNumeric: true },
  { name: t`Change`, isNumeric: true },
  { name: "p99", isNumeric: true, isWide: true },
  { name: t`Runs`, isNumeric: true, isWide: true },
  { name: t`Verdict` },
];
const OTHER_COLUMNS = COLUMNS.map((column) =>
  column.name === t`Previous` ? { ...column, name: t`Other` } : column,
);
/** More rows than these push the runs off the page; the rest is a click away. */
const MAX_SHOWN = 8;
const CLAIMS: readonly string[] = ["better", "worse"];

interface AgainstProps {
  batch: Batch;
  /** It was chosen, not the one before. */
  isChosen: boolean;
  units: BandwidthUnits;
}

/** Step by step against the batch before or another one; what has no partner is named. */
export function Against({ batch, isChosen, units }: AgainstProps) {
  const [isWhole, setWhole] = useState(false);
  if (batch.previous === null) {
    return isChosen ? (
      <Card title={t`Compared with another batch`}>
        <p className="remark">
          <Trans>The selected batch no longer exists: its runs were deleted.</Trans>
        </p>
      </Card>
    ) : null;
  }
  const words = isChosen ? t`the other batch` : t`the previous batch`;
  const { against, id, name, started_at } = batch.previous;
  // What is proven first, then the largest change.
  const steps = against.steps.toSorted((a, b) => rank(a) - rank(b) || size(b) - size(a));
  const shown = isWhole ? steps : steps.slice(0, MAX_SHOWN);
  return (
    <Card
      title={t`Compared with ${words}`}
      subtitle={
        <>
          <Link to={paths.batch(id)}>{name}</Link>,{" "}
          <Moment iso={started_at} reason={t`no run has a start time`} />. {against.difference}
        </>
      }
      isFlush
    >
      <Table caption={t`Steps compared with ${words}`} columns={isChosen ? OTHER_COLUMNS : COLUMNS}>
        {shown.map((step) => (
          <Row key={`${step.workload}/${step.direction}`} step={step} units={units} />
        ))}
      </Table>
      {steps.length > MAX_SHOWN && (
        <p className="remark">
          <button type="button" className="bare no-padding accent strong" onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? t`Fewer steps`
              : t`All ${plural({ steps: steps.length }, { one: "# step", other: "# steps" })}`}
          </button>
        </p>
      )}
      <Unmatched title={t`Only in ${words}`} names={against.only_before} />
      <Unmatched title={t`Only in this batch`} names={against.only_now} />
    </Card>
  );
}

function rank({ verdict }: AgainstStep): number {
  return CLAIMS.includes(verdict) ? 0 : 1;
}

function size({ ratio }: AgainstStep): number {
  return ratio === null ? 0 : Math.abs(Math.log(ratio));
}

function Row({ step, units }: { step: AgainstStep; units: BandwidthUnits }) {
  const format = (value: number | null) =>
    step.unit === "IOPS" ? formatIops(value) : formatBandwidth(value, units);
  const { word, tone } = VERDICT[step.verdict];
  const direction = (["read", "write", "trim", "mixed"] as const).find((one) => one === step.direction);
  return (
    <tr>
      <th scope="row">{sentenceCase(step.workload)}</th>
      <td className="only-wide">
        {direction === undefined ? step.direction : <DirectionMark direction={direction} />}
      </td>
      <NumberCell isWide>{format(step.before)}</NumberCell>
      <NumberCell>{format(step.now)}</NumberCell>
      <NumberCell title={step.ratio_ci95?.map((end) => formatChange(end, step.ratio_decimals)).join(t` to `)}>
        {step.ratio === null ? MISSING : formatChange(step.ratio, step.ratio_decimals)}
      </NumberCell>
      <NumberCell isWide>
        {formatLatency(step.p99_before_ns)} → {formatLatency(step.p99_now_ns)}
      </NumberCell>
      <NumberCell isWide>
        {step.before_n} → {step.now_n}
      </NumberCell>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
    </tr>
  );
}

function Unmatched({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details className="compact ruled" style={{ padding: "8px 16px 10px" }}>
      <summary>
        {title}: {plural({ names: names.length }, { one: "# step", other: "# steps" })}
      </summary>
      <ul className="muted above-6" style={{ paddingLeft: 18 }}>
        {names.map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them may read alike
          <li key={i}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
