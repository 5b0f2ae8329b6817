import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { JudgedPurpose, JudgedRequirement, RunPurposes } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { formatLatency } from "@/lib/units";
import styles from "@/subjects/purposes/parts/PurposesCard.module.css";
import {
  formatMargin,
  formatPurposeLimit,
  formatPurposeValue,
  purposeAdvice,
  purposeAnswer,
} from "@/subjects/purposes/parts/purpose-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

export const PURPOSES_TITLE = t`Requirements`;
const KINDS = { quoted: t`quoted by others`, practitioner: t`observed, not stated by the vendor` };
const TAIL = ["p99", "p99.9", "max"] as const;
const COLUMNS = [
  { name: t`Use case` },
  { name: t`Met` },
  { name: t`Measured`, isNumeric: true },
  { name: t`Margin`, isNumeric: true },
  ...TAIL.map((name) => ({ name: name === "max" ? t`Max` : name, isNumeric: true, isWide: name === "max" })),
  { name: t`Source` },
];

interface PurposesCardProps {
  purposes: RunPurposes;
  units: BandwidthUnits;
  /** What is judged, where the page is about more than one. */
  title?: string;
  /** Renders a measured figure, for example as a link to its run. */
  renderFigure?: (one: JudgedRequirement, figure: string) => ReactNode;
}

/** For which programs is this storage fast enough, and which job would tell of the others? */
export function PurposesCard({
  purposes: { sentence, items },
  units,
  title,
  renderFigure = (_, figure) => figure,
}: PurposesCardProps) {
  const rows = items.flatMap((purpose) => purpose.requirements.map((one) => ({ purpose, one })));
  const undecided = items.filter((purpose) => purpose.reason !== null);
  return (
    <Card
      title={title ?? PURPOSES_TITLE}
      subtitle={sentence ?? t`This workload alone is not enough to decide on any use case.`}
      isFlush
    >
      {rows.length > 0 && (
        <Table caption={title === undefined ? t`Use cases` : t`Use cases of ${title}`} columns={COLUMNS}>
          {rows.map(({ purpose, one }) => (
            <Row
              key={`${purpose.id}/${one.id}`}
              purpose={purpose}
              one={one}
              units={units}
              renderFigure={renderFigure}
            />
          ))}
        </Table>
      )}
      {undecided.length > 0 && <Undecided purposes={undecided} />}
    </Card>
  );
}

interface RowProps {
  purpose: JudgedPurpose;
  one: JudgedRequirement;
  units: BandwidthUnits;
  renderFigure: (one: JudgedRequirement, figure: string) => ReactNode;
}

function Row({ purpose, one, units, renderFigure }: RowProps) {
  const { word, tone } = purposeAnswer(one);
  const advice = purposeAdvice(one);
  const bound = one.is_bound ? (one.answer === "fails" ? "≥ " : "≤ ") : "";
  return (
    <tr title={one.sentence}>
      <th scope="row" className={styles.purpose}>
        {purpose.title}
        <span className="block faint tiny regular">{one.title}</span>
        {purpose.is_own && <OwnCard of={purpose} />}
        {advice !== null && <span className="block faint tiny regular">{advice}</span>}
      </th>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
      <NumberCell>
        {renderFigure(one, `${bound}${formatPurposeValue(one.measured, one.unit, units)}`)}
        {one.threshold !== null && (
          <span className="block faint tiny regular">
            <Trans>stated: {{ limit: formatPurposeLimit(one.threshold, one.unit, units) }}</Trans>
          </span>
        )}
        {one.repeats > 1 && (
          <span className="block faint tiny regular">
            <Trans>median of {{ repeats: one.repeats }}</Trans>
          </span>
        )}
      </NumberCell>
      <NumberCell>
        {one.margin === null ? <Missing reason={t`no limit stated`} /> : formatMargin(one.margin)}
      </NumberCell>
      {TAIL.map((statistic) => (
        <Tail
          key={statistic}
          figure={one.tail.find((figure) => figure.statistic === statistic)}
          isWide={statistic === "max"}
        />
      ))}
      <td style={{ minWidth: 150 }}>
        <a href={one.source.address} target="_blank" rel="noreferrer">
          {one.source.title}
        </a>
        <span className="block faint tiny regular">
          {[
            ...(one.source.dated === "not stated" ? [] : [one.source.dated]),
            ...(one.source.kind === "maker" ? [] : [KINDS[one.source.kind]]),
          ].join(", ")}
        </span>
      </td>
    </tr>
  );
}

function Tail({
  figure,
  isWide,
}: {
  figure: JudgedRequirement["tail"][number] | undefined;
  isWide: boolean;
}) {
  return (
    <NumberCell isWide={isWide} title={figure?.is_over ? t`Above the limit` : undefined}>
      {figure === undefined ? (
        <Missing reason={t`the requirement states no latency`} />
      ) : (
        <span className={figure.is_over ? "bad strong" : undefined}>{formatLatency(figure.value)}</span>
      )}
    </NumberCell>
  );
}

/** Which state of an operator's own card answered. */
function OwnCard({ of }: { of: JudgedPurpose }) {
  return (
    <span className="block faint tiny regular">
      <Trans>
        own card {{ purpose_id: of.id }}, version {{ version: of.version }}
      </Trans>
    </span>
  );
}

function Undecided({ purposes }: { purposes: readonly JudgedPurpose[] }) {
  return (
    <details className={styles.undecided}>
      <summary>
        {plural(
          { purposes: purposes.length },
          {
            one: "# use case needs other measurements",
            other: "# use cases need other measurements",
          },
        )}
      </summary>
      <ul>
        {purposes.map((one) => (
          <li key={one.id}>
            <b>{one.title}</b> {one.is_own && <OwnCard of={one} />}{" "}
            <span className="block faint tiny regular">
              <Trans>Unknown: {{ reason: one.reason ?? "" }}.</Trans>
            </span>
            <CommandLine text={one.job} name={t`the test command for ${{ purpose: one.title }}`} />
          </li>
        ))}
      </ul>
    </details>
  );
}
