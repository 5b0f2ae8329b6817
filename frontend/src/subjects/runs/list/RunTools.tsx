import { t } from "@lingui/core/macro";
import { addresses, type RunsParams } from "@/lib/address";
import { type FilterRecord, filterText, isEmptyFilter } from "@/lib/filter";
import { SavedViews } from "@/subjects/runs/controls/SavedViews";
import { ColumnsMenu } from "@/subjects/runs/list/ColumnsMenu";
import { ExportMenu } from "@/subjects/runs/list/ExportMenu";
import { GroupMenu } from "@/subjects/runs/list/GroupMenu";
import { PinReference } from "@/subjects/watch/controls/references/PinReference";

interface RunToolsProps {
  params: RunsParams;
  onChange: (changed: Partial<RunsParams>) => void;
  titleOf: (id: string) => string;
}

/** Grouping, columns, saved views, exports: a chunk of its own, so that the rows do not wait for their menus. */
export function RunTools({ params, onChange, titleOf }: RunToolsProps) {
  return (
    <>
      <GroupMenu params={params} onChange={onChange} />
      <ColumnsMenu params={params} titleOf={titleOf} onChange={onChange} />
      <SavedViews page="runs" query={addresses.runs.query({ ...params, selected: [], open: [] })} />
      <PinFilter filter={params.filter} />
      <ExportMenu params={params} />
    </>
  );
}

/** What the filter means now can be pinned; all runs at once are the reference of nothing. */
function PinFilter({ filter }: { filter: FilterRecord }) {
  if (isEmptyFilter(filter)) return null;
  const [host = null, ...others] = filter.host ?? [];
  return (
    <PinReference
      filter={filterText(filter)}
      what={t`the runs that match this filter now`}
      name=""
      hostName={others.length === 0 ? host : null}
    />
  );
}
