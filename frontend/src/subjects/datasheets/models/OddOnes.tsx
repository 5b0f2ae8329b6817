import { ph, plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { DriveModelDetail, ModelWorkload, OddDrive } from "@/api/types";
import { filterText } from "@/lib/filter";
import { paths, runsFilter } from "@/lib/paths";
import { formatChange, formatCount } from "@/lib/units";
import {
  aboutWorkload,
  aloneFilter,
  driveFilter,
  workloadFilter,
  workloadKey,
} from "@/subjects/datasheets/parts/model-words";
import { alsoDifferent, apartBy, noiseInWords, oddDistance } from "@/subjects/hosts/parts/fleet-words";
import { Card } from "@/ui/Card";
import styles from "@/ui/ListPage.module.css";
import { NumberCell, Table } from "@/ui/Table";

const SHOWN = 10;
const COLUMNS = [
  { name: t`Drive` },
  { name: t`vs. median`, isNumeric: true },
  { name: t`Workload` },
  { name: t`Runs`, isNumeric: true },
  { name: t`Robust distance`, isNumeric: true },
  { name: t`Also different` },
  { name: t`Details` },
];

/** Drives that stand out among those of the model, with what else only they have. */
export function OddOnes({ model }: { model: DriveModelDetail }) {
  const places = model.workloads.flatMap((workload) => workload.odd.map((odd) => ({ workload, odd })));
  const judged = model.workloads.filter(({ why_not: why }) => why === null).length;
  if (model.workloads.length === 0) return null;
  return (
    <Card
      title={t`Outliers`}
      subtitle={
        places.length === 0
          ? t`Drives whose results differ from the rest`
          : t`Drives whose results differ from the rest; what else differs is not a proven cause`
      }
      isFlush
    >
      {places.length === 0 ? (
        <p style={{ padding: "14px 16px 16px" }}>{nobody(model.workloads, judged)}</p>
      ) : (
        <>
          <Table caption={t`Outliers`} columns={COLUMNS} isDense>
            {places.slice(0, SHOWN).map(({ workload, odd }) => (
              <OddRow
                key={`${odd.drive_id} ${workloadKey(workload)}`}
                model={model}
                workload={workload}
                odd={odd}
              />
            ))}
          </Table>
          <p className="links remark">
            {places.length > SHOWN && (
              <>
                <Trans>
                  The first {{ SHOWN: formatCount(SHOWN) }} of {{ places: formatCount(places.length) }};{" "}
                  <Link to={paths.fleet({ model: model.model, problem: "odd" })}>all outliers</Link>.
                </Trans>{" "}
              </>
            )}
            <Trans>
              Robust distance: modified z-score, from the median in robust standard deviations (MAD).
            </Trans>
          </p>
        </>
      )}
    </Card>
  );
}

function nobody(workloads: readonly ModelWorkload[], judged: number): string {
  const looked =
    judged === 0 ? "" : t`No outlier in ${plural(judged, { one: "# workload", other: "# workloads" })}. `;
  const [first] = workloads.filter(({ why_not: why }) => why !== null);
  const notChecked = workloads.length - judged;
  return first === undefined
    ? looked.trim()
    : t`${looked}${plural(notChecked, { one: "# workload", other: "# workloads" })} not checked: the outlier check ${{ why_not: first.why_not ?? "" }}.`;
}

interface OddRowProps {
  model: DriveModelDetail;
  workload: ModelWorkload;
  odd: OddDrive;
}

function OddRow({ model, workload, odd }: OddRowProps) {
  const drive = workload.figures.find((one) => one.drive_id === odd.drive_id);
  const own = drive === undefined ? null : driveFilter(workloadFilter(model, workload), drive);
  // A comparison finds the workload that both sides have: the drive alone names its side.
  const side = drive === undefined ? null : filterText(driveFilter(aloneFilter(model.model), drive));
  return (
    <tr>
      <th scope="row" className={styles.drive}>
        {drive === undefined ? (
          t`A drive`
        ) : (
          <>
            <Trans>
              {{ name: drive.name }} in{" "}
              <Link to={paths.host(drive.host.id)}>{ph({ host: drive.host.name })}</Link>
            </Trans>
            <div className="faint tiny">{drive.slot ?? t`slot unknown`}</div>
          </>
        )}
      </th>
      <NumberCell title={apartBy(odd)}>
        {formatChange(odd.ratio, 2)}
        <div className="faint tiny">
          <Trans>
            of <Plural value={{ drives: odd.drives }} one="# drive" other="# drives" />
          </Trans>
        </div>
      </NumberCell>
      <td className={styles.words}>
        {workload.workload}
        <div className="faint tiny">{aboutWorkload(workload)}</div>
      </td>
      <NumberCell>
        {formatCount(odd.n)}
        <div className="faint tiny">
          <Trans>noise {{ noise: noiseInWords(odd.noise) }}</Trans>
        </div>
      </NumberCell>
      <NumberCell>{oddDistance(odd)}</NumberCell>
      <td className={styles.words}>{alsoDifferent(odd)}</td>
      <td className={styles.words}>
        <span className="flow compact" style={{ gap: "4px 16px" }}>
          <Link to={paths.run(odd.run_id)}>
            <Trans>newest run</Trans>
          </Link>
          {own !== null && (
            <Link to={paths.runs({ filter: own })}>
              <Trans>its runs</Trans>
            </Link>
          )}
          {side !== null && workload.typical_runs.length > 0 && (
            <Link to={paths.compare({ base: runsFilter(workload.typical_runs), news: [side] })}>
              <Trans>
                compare with{" "}
                <Plural
                  value={{ typical_runs: workload.typical_runs.length }}
                  one="# drive"
                  other="# drives"
                />{" "}
                at the median
              </Trans>
            </Link>
          )}
        </span>
      </td>
    </tr>
  );
}
