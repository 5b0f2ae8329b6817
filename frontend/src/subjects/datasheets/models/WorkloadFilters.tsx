import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { DriveModelDetail, ModelWorkload } from "@/api/types";
import type { ModelParams } from "@/lib/address";
import { paths } from "@/lib/paths";
import { formatCapacity } from "@/lib/units";
import styles from "@/ui/ListPage.module.css";

/** Whether a workload is of the capacity and kind of target that the address asks for. */
export function isShown(workload: ModelWorkload, { capacity, target }: ModelParams): boolean {
  return (
    (capacity === null || String(workload.size_bytes) === capacity) &&
    (target === null || workload.target_kind === target)
  );
}

/** The view with every workload, the first of them chosen. */
export function withoutFilter(params: ModelParams): ModelParams {
  return { ...params, capacity: null, target: null, workload: null };
}

interface FilterProps {
  model: DriveModelDetail;
  params: ModelParams;
}

/** Which workloads are shown; nothing where there is only one capacity and one kind of target. */
export function WorkloadFilters({ model, params }: FilterProps) {
  const sizes = distinct(model.workloads.map(({ size_bytes: size }) => size));
  const kinds = distinct(model.workloads.map(({ target_kind: kind }) => kind));
  return (
    <div className={`${styles.selects} ${styles.edged} no-print`}>
      <Chooser
        name={t`Capacity`}
        data={sizes.map((size) => ({ value: String(size), label: formatCapacity(size) }))}
        value={params.capacity}
        to={(capacity) => paths.model(model.id, { ...params, capacity, workload: null })}
      />
      <Chooser
        name={t`Target`}
        data={kinds.map((kind) => ({ value: kind, label: kind }))}
        value={params.target}
        to={(target) => paths.model(model.id, { ...params, target, workload: null })}
      />
    </div>
  );
}

/** Which runs of a workload the chart shows. */
export function ChartFilters({ model, params }: FilterProps) {
  const slots = distinct(model.slots.map(({ slot }) => slot));
  const versions = distinct(model.firmware_mix.map(({ version }) => version));
  return (
    <div className={`${styles.selects} no-print`}>
      <Chooser
        name={t`Host`}
        data={model.hosts_with.map(({ name }) => ({ value: name, label: name }))}
        value={params.host}
        to={(host) => paths.model(model.id, { ...params, host })}
      />
      <Chooser
        name={t`Slot`}
        data={slots.map((slot) => ({ value: slot, label: slot }))}
        value={params.slot}
        to={(slot) => paths.model(model.id, { ...params, slot })}
      />
      <Chooser
        name={t`Firmware`}
        data={versions.map((version) => ({ value: version, label: version }))}
        value={params.firmware}
        to={(firmware) => paths.model(model.id, { ...params, firmware })}
      />
    </div>
  );
}

interface ChooserProps {
  name: string;
  data: readonly { value: string; label: string }[];
  value: string | null;
  to: (value: string | null) => string;
}

function Chooser({ name, data, value, to }: ChooserProps) {
  const navigate = useNavigate();
  // Hosts may share a name; a choice between one and itself is none.
  const unique = [...new Map(data.map((one) => [one.value, one])).values()];
  if (unique.length < 2 && value === null) return null;
  return (
    <Select
      className={styles.select ?? ""}
      aria-label={name}
      placeholder={t`Every ${{ name: name.toLowerCase() }}`}
      data={unique}
      value={value}
      clearable
      searchable
      limit={100}
      onChange={(chosen) => void navigate({ to: to(chosen), resetScroll: false })}
    />
  );
}

function distinct<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values)].filter((value) => value !== null);
}
