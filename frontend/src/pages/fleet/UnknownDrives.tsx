import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { FleetDrive } from "@/api/types";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatBytes } from "@/lib/units";
import { DriveRow } from "@/pages/fleet/DriveRow";
import type { DriveColumn } from "@/pages/fleet/drive-columns";
import styles from "@/sections/Fleet.module.css";

/** Drives of a host that tell nothing, as one row that opens into theirs. */
export function UnknownDrives({
  drives,
  columns,
}: {
  drives: readonly FleetDrive[];
  columns: readonly DriveColumn[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [first] = drives;
  if (first === undefined) return null;
  const { host } = first;
  const sizes = [...new Set(drives.flatMap(({ size_bytes: size }) => size ?? []))].map((size) =>
    formatBytes(size),
  );
  return (
    <>
      <tr>
        <th scope="row" colSpan={columns.length}>
          <span>{countOf(drives.length, "drive")}, model unknown</span>{" "}
          <button
            type="button"
            className={styles.open}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide them" : "Show each"}
          </button>
          <div className={styles.small}>
            {first.name} and others in <Link to={paths.host(host.id)}>{host.name}</Link>
            {sizes.length > 0 && <>, {sizes.join(" or ")}</>}: no firmware, slot, link or health data
          </div>
        </th>
      </tr>
      {isOpen && drives.map((drive) => <DriveRow key={drive.id} drive={drive} columns={columns} />)}
    </>
  );
}
