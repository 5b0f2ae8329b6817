import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FleetDrive, HostDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatBandwidth, formatCapacity, formatPercent, formatTemperature } from "@/lib/units";
import { type BestPart, bestParts, whyNoPart } from "@/subjects/hosts/detail/best-part";
import { DriveLink } from "@/subjects/hosts/parts/DriveLink";
import { GRAVE, PROBLEM_WORDS } from "@/subjects/hosts/parts/fleet-words";
import { fleetQuery } from "@/subjects/hosts/queries/fleet";
import { machineQuery } from "@/subjects/hosts/queries/inventories";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Drive` },
  { name: t`Size`, isNumeric: true },
  { name: t`Model, firmware` },
  { name: t`Link` },
  { name: t`In best run`, isNumeric: true },
  { name: t`Health` },
];
const NOT_READ = t`not reported`;

/** The drives of a host as its newest inventory tells them, those that need a look first. */
export function HostDrives({ host, inventoryId }: { host: HostDetail; inventoryId: string }) {
  const { name: hostName, pictured_run_id: bestRun } = host;
  // The answer that the picture above is drawn from: nothing more is asked for.
  const machine = useQuery({ ...machineQuery(inventoryId, bestRun), enabled: bestRun !== null });
  const parts = machine.data === undefined ? null : bestParts(machine.data);
  const fleet = useInfiniteQuery(fleetQuery({ problem: null, q: null, model: null, host: hostName }));
  const page = fleet.data?.pages[0];
  return (
    <Card
      title={t`Drive status`}
      subtitle={
        page === undefined
          ? t`Link and health from the last inventory`
          : t`${plural({ drives: page.drives }, { one: "# drive", other: "# drives" })}, ${{ problems: page.with_problems === 0 ? t`no known issues` : t`${{ with_problems: page.with_problems }} with issues` }}; link and health from the last inventory`
      }
      isFlush
    >
      {fleet.isPending ? (
        <div style={{ height: 120, padding: 16 }} aria-busy="true">
          <Skeleton height={88} />
        </div>
      ) : fleet.isError ? (
        <QueryError
          title={t`The drives could not be loaded.`}
          error={fleet.error}
          onRetry={() => void fleet.refetch()}
        />
      ) : (
        <Table caption={t`Drives in this host`} columns={COLUMNS}>
          {page?.items.map((drive) => (
            <Row key={drive.id} drive={drive} bestRun={bestRun} parts={parts} />
          ))}
        </Table>
      )}
    </Card>
  );
}

interface RowProps {
  drive: FleetDrive;
  bestRun: string | null;
  /** Null while they are not known. */
  parts: ReadonlyMap<string, BestPart> | null;
}

function Row({ drive, bestRun, parts }: RowProps) {
  const part = parts?.get(drive.name);
  const { link, problems, model_id: modelId } = drive;
  return (
    <tr>
      <th scope="row">
        {drive.name}
        {drive.slot !== null && <div className="faint tiny">{drive.slot}</div>}
      </th>
      <NumberCell>
        {drive.size_bytes === null ? <Missing reason={NOT_READ} /> : formatCapacity(drive.size_bytes)}
      </NumberCell>
      <td>
        {drive.model === null || modelId === null ? (
          <Missing reason={NOT_READ} />
        ) : (
          <Link to={paths.model(modelId)}>{drive.model}</Link>
        )}
        {drive.firmware !== null && <div className="faint tiny">{drive.firmware}</div>}
      </td>
      <td>
        <DriveLink link={link} />
      </td>
      <NumberCell>
        {part?.bytesPerS == null || bestRun === null ? (
          <Missing reason={whyNoPart(part, bestRun !== null)} />
        ) : (
          <Link to={paths.run(bestRun)}>{formatBandwidth(part.bytesPerS)}</Link>
        )}
        {drive.last_run_id !== null && (
          <div className="faint tiny">
            <Link to={paths.run(drive.last_run_id)}>
              <Trans>last single-drive run</Trans>
            </Link>
          </div>
        )}
      </NumberCell>
      <td>
        <span className="flow gap-4">
          {problems.map((id) => (
            <Badge key={id} tone={id === "warning" ? "bad" : GRAVE.has(id) ? "warn" : "plain"}>
              {PROBLEM_WORDS[id].short}
            </Badge>
          ))}
        </span>{" "}
        {health(drive) ?? <Missing reason={NOT_READ} />}
      </td>
    </tr>
  );
}

function health({ temperature_c: heat, used_pct: worn, media_errors: errors }: FleetDrive): string | null {
  const parts = [
    ...(heat === null ? [] : [formatTemperature(heat)]),
    ...(worn === null ? [] : [t`${{ worn: formatPercent(worn) }} worn`]),
    ...(errors === null ? [] : [plural(errors, { one: "# media error", other: "# media errors" })]),
  ];
  return parts.length === 0 ? null : parts.join(" · ");
}
