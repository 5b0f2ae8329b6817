import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ComparedHeld, ComparedPart } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { type BandwidthUnits, formatPercent, formatSpan } from "@/lib/units";
import styles from "@/subjects/compare/page/HeldBack.module.css";
import { SideMark } from "@/subjects/compare/page/TableHead";
import { circumstanceWords } from "@/subjects/compare/parts/circumstance-words";
import { VERDICT_KINDS } from "@/subjects/runs/parts/answer/verdict-kinds";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

interface HeldBackProps {
  parts: readonly ComparedPart[];
  /** Base first. */
  sides: readonly Series[];
  units: BandwidthUnits;
}

/** What each side stands at, what its path carries, its CPU and heat, and whether its figures can be trusted. */
export function HeldBack({ parts, sides, units }: HeldBackProps) {
  const [first] = parts;
  if (first === undefined) return null;
  const held = [first.held?.base, ...parts.map((part) => part.held?.new)].map((one) => one ?? null);
  const all = first.circumstances.map(({ key, title }) => ({
    key,
    title,
    cells: sides.map((side, i) => {
      const one = parts[Math.max(0, i - 1)]?.circumstances.find((row) => row.key === key);
      const words = one === undefined ? null : circumstanceWords(one, i === 0 ? "base" : "new", units);
      return { key: side.key, words };
    }),
  }));
  const unmeasured = all.filter(({ cells }) => cells.every(({ words }) => (words?.text ?? null) === null));
  const rows = all.filter((row) => !unmeasured.includes(row));
  return (
    <Card title={t`Bottleneck per side`} subtitle={first.limits ?? undefined} isFlush>
      <Table
        caption={t`Bottleneck per side`}
        columns={[{ name: t`Metric` }, ...sides.map(({ label }) => ({ name: label }))]}
        isDense
      >
        <tr>
          <th scope="row">
            <Trans>Limit</Trans>
          </th>
          {held.map((side, i) => (
            <td key={sides[i]?.key}>
              {side === null ? <Missing reason={t`no runs`} /> : <Limit side={side} />}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">
            <Trans>Share of the limit</Trans>
          </th>
          {held.map((side, i) => (
            <td key={sides[i]?.key} className="strong figures">
              <Share side={side} />
            </td>
          ))}
        </tr>
        {rows.map(({ key, title, cells }) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            {cells.map(({ key: side, words }) => (
              <td key={side}>
                {words === null || words.text === null ? (
                  <Missing reason={words?.reason ?? t`not measured`} />
                ) : (
                  <>
                    <span className="strong figures">{words.text}</span>{" "}
                    <span className="hint">{words.detail}</span>
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">
            <Trans>Data quality</Trans>
          </th>
          {held.map((side, i) => (
            <td key={sides[i]?.key}>
              {side === null ? <Missing reason={t`no runs`} /> : <Trust side={side} />}
            </td>
          ))}
        </tr>
      </Table>
      {unmeasured.length > 0 && (
        <p className="hint pad-8-16 ruled">
          {t`Not measured: ${{ titles: unmeasured.map(({ title }) => title).join(", ") }}`}
        </p>
      )}
      {sides.length > 2 && (
        <p className="hint pad-8-16 ruled">
          {sides.map((side) => (
            <SideMark key={side.key} side={side} />
          ))}
        </p>
      )}
    </Card>
  );
}

function Limit({ side: { verdicts, of } }: { side: ComparedHeld }) {
  if (verdicts.length === 0) return <Missing reason={t`no runs`} />;
  return (
    <ul className={styles.list}>
      {verdicts.map(({ kind, title, runs }) => {
        const { icon: Icon, word } = VERDICT_KINDS[kind ?? "none"];
        return (
          <li key={`${kind} ${title}`}>
            <Icon size={15} aria-hidden="true" />
            <span>
              {kind === null ? t`no verdict` : (title ?? word.toLowerCase())}
              {runs < of && <span className="hint"> {ofRuns(runs, of)}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Share({ side }: { side: ComparedHeld | null }) {
  const ends = side?.verdicts.flatMap(({ share_low, share_high }) =>
    share_low === null || share_high === null ? [] : [share_low, share_high],
  );
  if (ends === undefined || ends.length === 0) return <Missing reason={t`no limit found`} />;
  return formatSpan([Math.min(...ends), Math.max(...ends)], (share) => formatPercent(share * 100));
}

function Trust({ side: { doubts, of } }: { side: ComparedHeld }) {
  if (doubts.length === 0)
    return (
      <Badge tone="ok">
        <Trans>no problems found</Trans>
      </Badge>
    );
  return (
    <ul className={styles.list}>
      {doubts.map(({ title, runs }) => (
        <li key={title}>
          <Badge tone="warn">
            <Trans>doubt</Trans>
          </Badge>
          <span>
            {title} <span className="hint">{ofRuns(runs, of)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function ofRuns(runs: number, of: number): string {
  return runs === of
    ? plural(runs, { one: "# run", other: "# runs" })
    : t`${runs} of ${plural(of, { one: "# run", other: "# runs" })}`;
}
