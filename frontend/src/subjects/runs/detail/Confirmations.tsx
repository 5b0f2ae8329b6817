import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Confirmation } from "@/api/types";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatBandwidth, formatLatency } from "@/lib/units";
import styles from "@/subjects/runs/detail/Confirmations.module.css";
import { neighboursQuery } from "@/subjects/runs/queries/runs";
import { Badge, type Tone } from "@/ui/Badge";
import { Card } from "@/ui/Card";

const OUTCOMES: Record<Confirmation["outcome"], { word: string; tone: Tone }> = {
  confirmed: { word: t`Confirmed`, tone: "ok" },
  refuted: { word: t`Refuted`, tone: "bad" },
  not_shown: { word: t`Not shown`, tone: "plain" },
  for_a_person: { word: t`Manual review`, tone: "plain" },
  not_alike: { word: t`Not comparable`, tone: "warn" },
  waiting: { word: t`Waiting`, tone: "plain" },
};

/** What was tried of this run's findings, and what that showed. Nothing tried draws nothing. */
export function Confirmations({ runId, units }: { runId: string; units: BandwidthUnits }) {
  const tried = useQuery(neighboursQuery(runId)).data?.confirmations ?? [];
  if (tried.length === 0) return null;
  return (
    <Card title={t`A/B tests`}>
      <ul className="grid gap-14">
        {tried.map((one) => (
          <li key={`${one.finding}:${one.batch_id}`}>
            <div className="flow centred gap-8">
              <Badge tone={OUTCOMES[one.outcome].tone}>{OUTCOMES[one.outcome].word}</Badge>
              <b>{one.title}</b>
              {one.batch_id !== null && (
                <Link to={paths.batch(one.batch_id)}>
                  <Trans>its runs</Trans>
                </Link>
              )}
            </div>
            <p>{one.sentence}</p>
            {one.changed.length > 0 && <Dots of={one} units={units} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const WIDTH = 320;
const ROW = 18;

/** Every run as a dot, from zero on: the sides apart, or on top of each other. */
function Dots({ of: { base, changed, measure }, units }: { of: Confirmation; units: BandwidthUnits }) {
  const highest = Math.max(...base, ...changed);
  const format = (value: number) =>
    measure === "clat_p50_ns" ? formatLatency(value) : formatBandwidth(value, units);
  const rows = [
    { name: t`without`, values: base, y: ROW / 2 },
    { name: t`with`, values: changed, y: (3 * ROW) / 2 },
  ];
  return (
    <div className={styles.dots}>
      <svg
        viewBox={`0 0 ${WIDTH} ${2 * ROW}`}
        role="img"
        aria-label={rows.map(({ name, values }) => `${name}: ${values.map(format).join(", ")}`).join("; ")}
      >
        {rows.map(({ name, values, y }) => (
          <g key={name} className={name === "with" ? styles.changed : styles.base}>
            <line x1={0} x2={WIDTH} y1={y} y2={y} />
            {values.map((value, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: runs in their order, and two may be equal
              <circle key={i} cx={(value / highest) * (WIDTH - 8) + 2} cy={y} r={4}>
                <title>{format(value)}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <dl className="small">
        {rows.map(({ name, values }) => (
          <div key={name}>
            <dt className="rigid faint" style={{ width: 52 }}>
              {name}
            </dt>
            <dd>{values.map(format).join(" · ")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
