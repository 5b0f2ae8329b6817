import { t } from "@lingui/core/macro";
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { RunsParams } from "@/lib/address";
import { ANSWER_TITLES } from "@/lib/answer-words";
import { OFFERED_METRICS } from "@/lib/metrics";
import { isFolding } from "@/subjects/runs/list/query";
import { factorsQuery } from "@/subjects/runs/queries/factors";

/** What runs can be grouped by besides factors. */
const OF_RUNS = [
  { value: "batch", label: t`Batch` },
  { value: "tag", label: t`Tag` },
  ...Object.entries(ANSWER_TITLES).map(([value, label]) => ({ value, label })),
];

interface GroupMenuProps {
  params: RunsParams;
  onChange: (change: Partial<RunsParams>) => void;
}

function canFold(params: RunsParams): boolean {
  return isFolding({ ...params, isFolded: true });
}

/** By which factor runs are grouped, and which metric is summarised. */
export function GroupMenu({ params, onChange }: GroupMenuProps) {
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  return (
    <>
      <Select
        size="xs"
        aria-label={t`Group runs by`}
        placeholder={t`Group by`}
        searchable
        clearable
        w={150}
        data={[...OF_RUNS, ...factors.map(({ key, title }) => ({ value: key, label: title }))]}
        value={params.group}
        onChange={(group) => onChange({ group, selected: [] })}
      />
      {params.group === null && (
        <Button
          variant="default"
          aria-pressed={isFolding(params)}
          disabled={!canFold(params)}
          title={
            canFold(params)
              ? t`Show each batch as one row`
              : t`Batches collapse only when sorted by time and not filtered by batch`
          }
          onClick={() => onChange({ isFolded: !params.isFolded, open: [] })}
        >
          {isFolding(params) ? t`Expand batches` : t`Collapse batches`}
        </Button>
      )}
      {params.group !== null && (
        <Select
          size="xs"
          aria-label={t`Metric of the groups`}
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
