import { SavedViews } from "@/components/SavedViews";
import { addresses, type RunsParams } from "@/lib/address";
import { ColumnsMenu } from "@/pages/runs/ColumnsMenu";
import { ExportMenu } from "@/pages/runs/ExportMenu";
import { GroupMenu } from "@/pages/runs/GroupMenu";

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
      <ColumnsMenu chosen={params.columns} titleOf={titleOf} onChange={(columns) => onChange({ columns })} />
      <SavedViews page="runs" query={addresses.runs.query({ ...params, selected: [] })} />
      <ExportMenu params={params} />
    </>
  );
}
