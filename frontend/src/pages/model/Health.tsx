import { Link } from "@tanstack/react-router";
import type { DriveModelDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount, formatPercent, formatTemperature } from "@/lib/units";
import styles from "@/sections/Fleet.module.css";
import { PROBLEM_WORDS } from "@/sections/fleet-words";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Reading" },
  { name: "Median", isNumeric: true },
  { name: "Worst", isNumeric: true },
  { name: "Reported by", isNumeric: true },
];
const NOBODY = "not reported";

/** Temperature, endurance and errors of the model's drives, as each was last read. */
export function Health({ model }: { model: DriveModelDetail }) {
  const { health, warnings, worn, hot } = model;
  const rows = [
    {
      name: "Temperature",
      middle: formatKnown(health.temperature_median_c, formatTemperature),
      worst: formatKnown(health.temperature_max_c, formatTemperature),
      n: health.temperature_n,
    },
    {
      name: "Endurance used",
      middle: formatKnown(health.used_median_pct, formatPercent),
      worst: formatKnown(health.used_max_pct, formatPercent),
      n: health.used_n,
    },
    {
      name: "Spare blocks left",
      middle: "",
      worst: formatKnown(health.spare_min_pct, formatPercent),
      n: health.spare_n,
    },
  ];
  const counts = [
    { problem: "warning", n: warnings },
    { problem: "worn", n: worn },
    { problem: "hot", n: hot },
  ] as const;
  const told = counts.filter(({ n }) => n > 0);
  return (
    <Card title="Health" subtitle="From the last inventory of each drive" isFlush>
      <Table caption="Health" columns={COLUMNS} isDense>
        {rows.map(({ name, middle, worst, n }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <NumberCell>{middle ?? <Missing reason={NOBODY} />}</NumberCell>
            <NumberCell>{worst ?? <Missing reason={NOBODY} />}</NumberCell>
            <NumberCell>{formatCount(n)}</NumberCell>
          </tr>
        ))}
        <tr>
          <th scope="row">Drives with media errors</th>
          <NumberCell>{""}</NumberCell>
          <NumberCell>
            {health.errors_n === 0 ? <Missing reason={NOBODY} /> : formatCount(health.with_errors)}
          </NumberCell>
          <NumberCell>{formatCount(health.errors_n)}</NumberCell>
        </tr>
      </Table>
      <p className={styles.note}>
        {told.length === 0
          ? "No critical warnings, worn or hot drives known."
          : told.map(({ problem, n }, i) => (
              <span key={problem}>
                {i > 0 && ", "}
                <Link to={paths.fleet({ model: model.model, problem })}>
                  {formatCount(n)} {PROBLEM_WORDS[problem].short}
                </Link>
              </span>
            ))}
      </p>
    </Card>
  );
}

function formatKnown(value: number | null, format: (value: number) => string): string | null {
  return value === null ? null : format(value);
}
