import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { factorsQuery } from "@/api/queries/factors";
import { OFFERED_METRICS } from "@/lib/metrics";
import type { RunsParams } from "@/pages/runs/params";

interface GroupMenuProps {
  params: RunsParams;
  onChange: (change: Partial<RunsParams>) => void;
}

/** By which factor runs are grouped, and which metric is summarised. */
export function GroupMenu({ params, onChange }: GroupMenuProps) {
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  return (
    <>
      <Select
        size="xs"
        aria-label="Group runs by"
        placeholder="Group by …"
        searchable
        clearable
        w={150}
        data={factors.map(({ key, title }) => ({ value: key, label: title }))}
        value={params.group}
        onChange={(group) => onChange({ group, selected: [] })}
      />
      {params.group !== null && (
        <Select
          size="xs"
          aria-label="Metric of the groups"
          allowDeselect={false}
          w={170}
          data={OFFERED_METRICS.map(({ name, title }) => ({ value: name, label: title }))}
          value={params.metric}
          onChange={(metric) => onChange({ metric: metric ?? params.metric })}
        />
      )}
    </>
  );
}
