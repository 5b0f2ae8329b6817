import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { formatBandwidth } from "@/lib/units";
import styles from "@/subjects/hosts/parts/machine/GpuCard.module.css";
import {
  endInWords,
  gpuLink,
  NEARNESS,
  noRate,
  togetherInWords,
  UNKNOWN_PLACE,
} from "@/subjects/hosts/parts/machine/gpu-words";
import type { Gpu, GpuDrives, Gpus } from "@/subjects/hosts/parts/machine/machine";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`GPU`, least: 180 },
  { name: t`Link` },
  { name: t`NUMA node` },
  { name: t`Drives, by what they have in common with it`, least: 220 },
  { name: t`Limit together`, isNumeric: true },
];

/** GPUs and accelerators as the end of a path: what drives have in common with each, and what the links carry. */
export function GpuCard({ gpus, isOfRun }: { gpus: Gpus; isOfRun: boolean }) {
  if (gpus.gpus.length === 0) return null;
  const isThroughCpu = gpus.gpus.some(({ drives }) =>
    drives.some(({ nearness }) => nearness !== "same switch"),
  );
  return (
    <Card
      title={t`Drives and GPUs`}
      subtitle={
        isOfRun
          ? t`From this run's drives to each GPU, by the slowest link`
          : t`From each drive to each GPU, by the slowest link`
      }
    >
      <ul className={styles.answers}>
        {[...Map.groupBy(gpus.gpus, togetherInWords)].map(
          ([sentence, alike]) =>
            sentence !== null && (
              <li key={sentence}>
                {gpus.gpus.length > 1 &&
                  (alike.length === gpus.gpus.length
                    ? t`Each of ${alike.length} GPUs: `
                    : `${alike.map(({ id }) => id).join(", ")}: `)}
                {sentence}
              </li>
            ),
        )}
      </ul>
      {gpus.use !== null && <p className={styles.use}>{endInWords(gpus.use)}</p>}
      <Table caption={t`Drives by GPU`} columns={COLUMNS} isDense>
        {gpus.gpus.map((gpu) => (
          <GpuRow key={gpu.id} gpu={gpu} />
        ))}
      </Table>
      <p className={styles.notes}>
        <Trans>Link rates in one direction, before the overhead of packets.</Trans>{" "}
        {isThroughCpu && (
          <Trans>
            Without a common switch, transfers pass the CPU's root complex, which may slow them or not allow
            them: that limit is unknown.
          </Trans>
        )}{" "}
        {ofModule(gpus.is_nvidia_fs_loaded)}{" "}
        {gpus.displays.length > 0 && (
          <Trans>Display only: {{ displays: gpus.displays.map(({ title }) => title).join(", ") }}.</Trans>
        )}{" "}
        {gpus.left_out > 0 &&
          t`${plural(gpus.left_out, { one: "# further GPU", other: "# further GPUs" })} not listed.`}
      </p>
    </Card>
  );
}

function GpuRow({ gpu }: { gpu: Gpu }) {
  return (
    <tr>
      <th scope="row">
        {gpu.title}
        <div className={styles.small}>
          <code>{gpu.id}</code>
          {gpu.driver !== null && ` · ${gpu.driver}`}
        </div>
        {gpu.is_end && (
          <Badge tone="ok">
            <Trans>end of the path</Trans>
          </Badge>
        )}
      </th>
      <td>{gpuLink(gpu) ?? <Missing reason={t`the link was not read`} />}</td>
      <td>{gpu.numa_node ?? <Missing reason={t`node not reported`} />}</td>
      <td>
        {gpu.drives.length === 0 ? (
          <Missing reason={t`no drive is known`} />
        ) : (
          gpu.drives.map((group) => <Drives key={group.disks[0]} group={group} />)
        )}
      </td>
      <NumberCell>
        {gpu.together_bytes_per_s === null ? (
          <Missing reason={t`not every link is known`} />
        ) : (
          formatBandwidth(gpu.together_bytes_per_s)
        )}
      </NumberCell>
    </tr>
  );
}

function Drives({ group }: { group: GpuDrives }) {
  const { disks, nearness, nearness_reason: reason, rate_bytes_per_s: rate, limited_by: hop } = group;
  return (
    <div title={hop === null ? undefined : t`slowest link: ${hop}`}>
      {nearness === null ? (
        <Missing reason={UNKNOWN_PLACE[reason ?? "no PCIe address"]} />
      ) : (
        NEARNESS[nearness]
      )}
      {`: ${disks.join(", ")}, `}
      {rate === null ? <Missing reason={noRate(group)} /> : t`${formatBandwidth(rate)} each`}
    </div>
  );
}

function ofModule(isLoaded: boolean | null): string {
  if (isLoaded === null) return t`Whether nvidia-fs (GPUDirect Storage) was loaded is not recorded.`;
  return isLoaded
    ? t`nvidia-fs (GPUDirect Storage) was loaded.`
    : t`nvidia-fs (GPUDirect Storage) was not loaded.`;
}
