import { ph, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { FleetDrive } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCapacity, formatCount, formatPercent, formatTemperature } from "@/lib/units";
import { DriveRow, NOT_READ, NoIssues } from "@/subjects/hosts/fleet/DriveRow";
import type { DriveColumn } from "@/subjects/hosts/fleet/drive-columns";
import { hostsOf, valuesOf } from "@/subjects/hosts/fleet/drive-groups";
import styles from "@/ui/ListPage.module.css";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { NumberCell } from "@/ui/Table";

interface DriveGroupProps {
  drives: readonly FleetDrive[];
  columns: readonly DriveColumn[];
}

/** Drives of one model as one row that opens into theirs. */
export function DriveGroup({ drives, columns }: DriveGroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = (name: DriveColumn["name"]) => columns.some((column) => column.name === name);
  const [first] = drives;
  if (first === undefined) return null;
  const ran = drives
    .filter(({ last_run_at: at }) => at !== null)
    .toSorted((a, b) => (b.last_run_at ?? "").localeCompare(a.last_run_at ?? ""))[0];
  return (
    <>
      <tr>
        <th scope="row">
          <div className={styles.drive}>
            {first.model === null || first.model_id === null ? (
              <span>
                <Trans>Model unknown</Trans>
              </span>
            ) : (
              <Link to={paths.model(first.model_id)}>{first.model}</Link>
            )}{" "}
            <button
              type="button"
              className="bare text-button"
              style={{ padding: "0 6px" }}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen
                ? t`Hide ${{ drives: drives.length }} drives`
                : t`Show ${{ drives: drives.length }} drives`}
            </button>
            <div className="faint tiny">
              {describeSizes(drives)} <Hosts drives={drives} />
            </div>
          </div>
        </th>
        <td>
          <NoIssues drives={drives} />
        </td>
        {isShown(t`Firmware`) && <td>{inAll(valuesOf(drives, ({ firmware }) => firmware))}</td>}
        {isShown(t`Slot`) && (
          <td className="unbroken">
            {inAll(
              valuesOf(drives, ({ slot }) => slot),
              t`slot unknown`,
            )}
          </td>
        )}
        {isShown(t`Link`) && (
          <td className="unbroken">
            {inAll(
              valuesOf(drives, ({ link }) => link?.now ?? null),
              t`no known PCIe links`,
            )}
          </td>
        )}
        {isShown(t`Temperature`) && (
          <NumberCell>
            {ends(
              valuesOf(drives, ({ temperature_c: value }) => value),
              formatTemperature,
            )}
          </NumberCell>
        )}
        {isShown(t`Endurance used`) && (
          <NumberCell>
            {ends(
              valuesOf(drives, ({ used_pct: value }) => value),
              formatPercent,
            )}
          </NumberCell>
        )}
        {isShown(t`Last single-drive run`) && (
          <td>
            {ran === undefined || ran.last_run_id === null ? (
              <Missing reason={t`no single-drive run`} />
            ) : (
              <Link to={paths.run(ran.last_run_id)}>
                <Moment iso={ran.last_run_at} />
              </Link>
            )}
          </td>
        )}
      </tr>
      {isOpen && drives.map((drive) => <DriveRow key={drive.id} drive={drive} columns={columns} />)}
    </>
  );
}

/** `4 × 15.4 TB`, `20 × 800 GB, 16 × 6 TB`; of drives that tell no size none. */
function describeSizes(drives: readonly FleetDrive[]): string {
  return valuesOf(drives, ({ size_bytes: size }) => size)
    .map((size) => {
      const count = drives.filter(({ size_bytes: one }) => one === size).length;
      return `${formatCount(count)} × ${formatCapacity(size)}`;
    })
    .join(", ");
}

function Hosts({ drives }: { drives: readonly FleetDrive[] }) {
  const hosts = hostsOf(drives);
  const [only] = hosts;
  if (only === undefined || hosts.length > 1)
    return (
      <Trans>
        in <Plural value={{ hosts: hosts.length }} one="# host" other="# hosts" />
      </Trans>
    );
  return (
    <Trans>
      in <Link to={paths.host(only.id)}>{ph({ name: only.name })}</Link>
    </Trans>
  );
}

/** One value is said, of two each; of more how many. */
function inAll(values: readonly string[], reason = NOT_READ): ReactNode {
  if (values.length === 0) return <Missing reason={reason} />;
  return values.length > 2 ? t`${{ values: values.length }} different` : values.join(", ");
}

/** From the lowest to the highest. */
function ends(values: readonly number[], format: (value: number) => string): ReactNode {
  if (values.length === 0) return <Missing reason={NOT_READ} />;
  const low = format(Math.min(...values));
  const high = format(Math.max(...values));
  return low === high ? low : t`${low} to ${high}`;
}
