import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { DriveModelDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount, formatPercent, formatTemperature } from "@/lib/units";
import { isHealthKnown } from "@/subjects/datasheets/parts/model-answer";
import { PROBLEM_WORDS } from "@/subjects/hosts/parts/fleet-words";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Reading` },
  { name: t`Median`, isNumeric: true },
  { name: t`Worst`, isNumeric: true },
  { name: t`Reported by`, isNumeric: true },
];
const NOBODY = t`not reported`;

/** Temperature, endurance and errors of the model's drives, as each was last read. */
export function Health({ model }: { model: DriveModelDetail }) {
  const { health, warnings, worn, hot } = model;
  const rows = [
    {
      name: t`Temperature`,
      middle: formatKnown(health.temperature_median_c, formatTemperature),
      worst: formatKnown(health.temperature_max_c, formatTemperature),
      n: health.temperature_n,
    },
    {
      name: t`Endurance used`,
      middle: formatKnown(health.used_median_pct, formatPercent),
      worst: formatKnown(health.used_max_pct, formatPercent),
      n: health.used_n,
    },
    {
      name: t`Available spare`,
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
  const reported = counts.filter(({ n }) => n > 0);
  return (
    <Card title={t`Health`} subtitle={t`From the last inventory of each drive`} isFlush>
      {isHealthKnown(model) && (
        <Table caption={t`Health`} columns={COLUMNS} isDense>
          {rows.map(({ name, middle, worst, n }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <NumberCell>{middle ?? <Missing reason={NOBODY} />}</NumberCell>
              <NumberCell>{worst ?? <Missing reason={NOBODY} />}</NumberCell>
              <NumberCell>{formatCount(n)}</NumberCell>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <Trans>Drives with media errors</Trans>
            </th>
            <NumberCell>{""}</NumberCell>
            <NumberCell>
              {health.errors_n === 0 ? <Missing reason={NOBODY} /> : formatCount(health.with_errors)}
            </NumberCell>
            <NumberCell>{formatCount(health.errors_n)}</NumberCell>
          </tr>
        </Table>
      )}
      <p className="links remark">
        {reported.length === 0
          ? rows.some(({ n }) => n > 0)
            ? t`No critical warnings, worn or hot drives reported.`
            : t`No drive reports its health.`
          : reported.map(({ problem, n }, i) => (
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
