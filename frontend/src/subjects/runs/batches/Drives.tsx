import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import type { Batch, Pool } from "@/api/types";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatBandwidth, formatShare } from "@/lib/units";
import styles from "@/subjects/runs/batches/Drives.module.css";
import { batchDrivesQuery } from "@/subjects/runs/queries/batches";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

type Bay = Pool["bays"][number];
type Level = Pool["levels"][number];

const TITLES = { read: t`Drives alone and together: reads`, write: t`Drives alone and together: writes` };
const COLUMNS = [
  { name: t`Drives behind` },
  { name: t`Number`, isNumeric: true },
  { name: t`Sum alone`, isNumeric: true },
  { name: t`Together`, isNumeric: true },
  { name: t`Share`, isNumeric: true },
  { name: t`Link carries`, isNumeric: true },
];

/** Which drive of a batch is slow and which shared link is full; nothing where its runs had one target. */
export function Drives({ batch, units }: { batch: Batch; units: BandwidthUnits }) {
  const hasSeveral = new Set(batch.runs.map(({ target }) => target)).size > 1;
  const { data } = useQuery({ ...batchDrivesQuery(batch.id), enabled: hasSeveral });
  return data?.items.map((pool) => <PoolCard key={pool.direction} pool={pool} units={units} />);
}

function PoolCard({ pool, units }: { pool: Pool; units: BandwidthUnits }) {
  const most = Math.max(
    ...pool.bays.flatMap((bay) => [bay.alone_bytes_per_s ?? 0, bay.together_bytes_per_s ?? 0]),
  );
  return (
    <Card title={TITLES[pool.direction]}>
      <div className="grid gap-4 anywhere below-12">
        <p className={styles.sentence}>{pool.sentence}</p>
        {pool.text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p className={styles.legend}>
        <span className={styles.alone} aria-hidden="true" /> <Trans>alone</Trans>
        <span className={styles.together} aria-hidden="true" /> <Trans>with all others measured</Trans>
      </p>
      {groupBays(pool).map(({ level, bays }) => (
        <section key={level?.name ?? ""} className={styles.group} aria-label={level?.name ?? t`Drives`}>
          {level !== null && (
            <h3>
              {level.name} {level.is_full && <Badge tone="warn">{t`full`}</Badge>}
            </h3>
          )}
          <ul
            className="grid gap-10"
            style={{ gridTemplateColumns: "repeat(auto-fill, minmax(min(220px, 100%), 1fr))" }}
          >
            {bays.map((bay) => (
              <BayCell key={bay.drive} bay={bay} most={most} units={units} />
            ))}
          </ul>
        </section>
      ))}
      {pool.levels.length > 0 && (
        <Table caption={t`Sets of drives measured together`} columns={COLUMNS} isDense>
          {pool.levels.map((level) => (
            <LevelRow key={level.run_id} level={level} units={units} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function LevelRow({ level, units }: { level: Level; units: BandwidthUnits }) {
  const { alone_bytes_per_s: alone, together_bytes_per_s: together, ceiling_bytes_per_s: ceiling } = level;
  return (
    <tr>
      <th scope="row">
        <Link to={paths.run(level.run_id)}>{level.name}</Link>{" "}
        {level.is_full ? (
          <Badge tone="warn">{t`full`}</Badge>
        ) : (
          level.is_lost && <Badge tone="warn">{t`loses`}</Badge>
        )}
      </th>
      <NumberCell>{level.drives.length}</NumberCell>
      <NumberCell>{formatBandwidth(alone, units)}</NumberCell>
      <NumberCell>{formatBandwidth(together, units)}</NumberCell>
      <NumberCell>{formatShare(together / alone)}</NumberCell>
      <NumberCell>
        {ceiling === null ? <Missing reason={t`width unknown`} /> : formatBandwidth(ceiling, units)}
      </NumberCell>
    </tr>
  );
}

function BayCell({ bay, most, units }: { bay: Bay; most: number; units: BandwidthUnits }) {
  const { alone_bytes_per_s: alone, together_bytes_per_s: together } = bay;
  const place = [bay.slot, bay.link, bay.model].filter((part) => part !== null).join(" · ");
  return (
    <li className={bay.is_slow ? `${styles.bay} ${styles.slow}` : styles.bay}>
      <span className="row gap-6">
        <b>{bay.drive}</b> {bay.is_slow && <Badge tone="warn">{t`slow`}</Badge>}
      </span>
      {place !== "" && <span className="hint anywhere">{place}</span>}
      <Bar name={t`alone`} style={styles.alone} value={alone} most={most} units={units} />
      <Bar name={t`together`} style={styles.together} value={together} most={most} units={units} />
      {bay.surface.length > 0 && (
        <span className="hint anywhere">
          {t`surface`}{" "}
          {bay.surface
            .map(({ offset, bw_bytes_per_s }) => `${offset}: ${formatBandwidth(bw_bytes_per_s, units)}`)
            .join(", ")}
        </span>
      )}
    </li>
  );
}

interface BarProps {
  name: string;
  style: string | undefined;
  value: number | null;
  most: number;
  units: BandwidthUnits;
}

function Bar({ name, style, value, most, units }: BarProps) {
  if (value === null) return null;
  return (
    <span className="grid centred gap-8" style={{ gridTemplateColumns: "minmax(0, 1fr) 76px" }}>
      <span className="visually-hidden">{name}</span>
      <span
        className={`${styles.bar} ${style ?? ""}`}
        style={{ "--share": value / most } as CSSProperties}
        aria-hidden="true"
      />
      <span className="small figures right unbroken">{formatBandwidth(value, units)}</span>
    </span>
  );
}

/** Bays by the smallest set that was measured together; those of no set, or of all drives alone, are one group. */
function groupBays({ bays, levels }: Pool): { level: Level | null; bays: Bay[] }[] {
  const groups = new Map<Level | null, Bay[]>();
  for (const bay of bays) {
    const level =
      levels.find(({ drives }) => drives.includes(bay.drive) && drives.length < bays.length) ?? null;
    groups.set(level, [...(groups.get(level) ?? []), bay]);
  }
  return [...groups].map(([level, own]) => ({ level, bays: own }));
}
