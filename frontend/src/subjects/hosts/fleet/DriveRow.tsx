import { ph, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { FleetDrive } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCapacity, formatPercent, formatTemperature } from "@/lib/units";
import type { DriveColumn } from "@/subjects/hosts/fleet/drive-columns";
import { DriveLink } from "@/subjects/hosts/parts/DriveLink";
import { apartBy, differences, GRAVE, isChecked, PROBLEM_WORDS } from "@/subjects/hosts/parts/fleet-words";
import { Badge } from "@/ui/Badge";
import styles from "@/ui/ListPage.module.css";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { NumberCell } from "@/ui/Table";

export const NOT_READ = t`not reported`;

/** One drive: who and where it is, and what of it needs a look. */
export function DriveRow({ drive, columns }: { drive: FleetDrive; columns: readonly DriveColumn[] }) {
  const isShown = (name: DriveColumn["name"]) => columns.some((column) => column.name === name);
  const { host, link, last_run_id: lastRun } = drive;
  return (
    <tr>
      <th scope="row">
        <div className={styles.drive}>
          {drive.model === null || drive.model_id === null ? (
            <span>
              <Trans>Model unknown</Trans>
            </span>
          ) : (
            <Link to={paths.model(drive.model_id)}>{drive.model}</Link>
          )}
          <div className="faint tiny">
            <Trans>
              {{ name: drive.name }} in <Link to={paths.host(host.id)}>{ph({ host: host.name })}</Link>
            </Trans>
            {drive.size_bytes !== null && (
              <>
                , <span className="unbroken">{formatCapacity(drive.size_bytes)}</span>
              </>
            )}
          </div>
        </div>
      </th>
      <td>
        <Problems drive={drive} />
      </td>
      {isShown(t`Firmware`) && <td>{drive.firmware ?? <Missing reason={NOT_READ} />}</td>}
      {isShown(t`Slot`) && <td className="unbroken">{drive.slot ?? <Missing reason={t`slot unknown`} />}</td>}
      {isShown(t`Link`) && (
        <td className="unbroken">
          <DriveLink link={link} />
        </td>
      )}
      {isShown(t`Temperature`) && (
        <NumberCell>
          {drive.temperature_c === null ? (
            <Missing reason={NOT_READ} />
          ) : (
            <>
              {formatTemperature(drive.temperature_c)}
              <span className="block faint tiny">
                <Moment iso={drive.seen_at} />
              </span>
            </>
          )}
        </NumberCell>
      )}
      {isShown(t`Endurance used`) && (
        <NumberCell>
          {drive.used_pct === null ? <Missing reason={NOT_READ} /> : formatPercent(drive.used_pct)}
        </NumberCell>
      )}
      {isShown(t`Last single-drive run`) && (
        <td>
          {lastRun === null ? (
            <Missing reason={t`no single-drive run`} />
          ) : (
            <Link to={paths.run(lastRun)}>
              <Moment iso={drive.last_run_at} />
            </Link>
          )}
        </td>
      )}
    </tr>
  );
}

/** Drives without an issue, where one could have been seen. */
export function NoIssues({ drives }: { drives: readonly FleetDrive[] }) {
  if (!drives.every(isChecked)) return <Missing reason={t`no link, temperature or wear reported`} />;
  return (
    <span className="faint tiny">
      <Trans>none known</Trans>
    </span>
  );
}

function Problems({ drive }: { drive: FleetDrive }) {
  const { problems, odd, firmware_fault: fault, degraded_arrays: arrays } = drive;
  const [furthest] = odd;
  if (problems.length === 0 && furthest === undefined && fault === null) {
    return <NoIssues drives={[drive]} />;
  }
  return (
    <>
      <span className="flow gap-4">
        {problems.map((id) => (
          <Badge key={id} tone={id === "warning" ? "bad" : GRAVE.has(id) ? "warn" : "plain"}>
            {PROBLEM_WORDS[id].short}
          </Badge>
        ))}
      </span>
      {furthest !== undefined && (
        <p className={styles.detail}>
          <Trans>
            {{ furthest: apartBy(furthest) }} under{" "}
            <Link to={paths.run(furthest.run_id)}>{ph({ workload: furthest.workload })}</Link> (
            <Plural value={{ n: furthest.n }} one="# run" other="# runs" />
            ); {{ differences: differences(furthest) }}. Cause not proven.
          </Trans>
        </p>
      )}
      {fault !== null && (
        <p className={styles.detail}>
          <Trans>Firmware known to {fault}</Trans>
        </p>
      )}
      {problems.includes("array") && (
        <p className={styles.detail}>
          <Trans>Degraded: {{ arrays: arrays.join(", ") }}</Trans>
        </p>
      )}
    </>
  );
}
