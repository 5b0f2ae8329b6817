import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Menu } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { LIMITS } from "@/api/vocabulary.gen";
import type { RunsParams } from "@/lib/address";
import { downloads } from "@/lib/downloads";
import { formatCount } from "@/lib/units";
import { exportedColumns, USUAL_COLUMNS, withRun } from "@/subjects/runs/list/column-ids";
import { toQuery } from "@/subjects/runs/list/query";
import { filterOfRows } from "@/subjects/runs/list/selection";
import { fetchExport } from "@/subjects/runs/queries/exports";
import { runsQuery } from "@/subjects/runs/queries/runs";

const FILES = [
  { format: "csv", label: "CSV" },
  { format: "json", label: "JSON" },
  { format: "ndjson", label: t`NDJSON, complete runs` },
] as const;
const TEXTS = [
  { format: "markdown", label: t`Markdown table` },
  { format: "bbcode", label: t`BBCode table, for forums` },
  { format: "text", label: t`Plain text table` },
] as const;

/** As many factors as tell the rows that are here apart go with their titles. */
const MAX_TELLING = 8;
const OPTION = "option.";

/** Keys of what tells the rows apart that are loaded; job options that are no factor have no column. */
function useTelling(params: RunsParams): string[] {
  const { data } = useInfiniteQuery({ ...runsQuery(toQuery(params)), enabled: false });
  const keys = data?.pages.flatMap(({ items }) =>
    items.flatMap(({ distinctions = [] }) => distinctions.map(({ key }) => key)),
  );
  return [...new Set(keys)].filter((key) => !key.startsWith(OPTION)).slice(0, MAX_TELLING);
}

/** The present view as a file, or as a table to paste. */
export function ExportMenu({ params }: { params: RunsParams }) {
  const clipboard = useClipboard({ timeout: 2000 });
  const { filter, sort } = toQuery(params);
  const columns = exportedColumns(withRun(params.columns ?? USUAL_COLUMNS), useTelling(params));
  const chosen = params.selected.length > 0 ? filterOfRows(params.selected) : filter;
  const search = (format: string) => ({
    ...(chosen ?? {}),
    format,
    sort,
    columns: columns.join(","),
  });
  const copy = useMutation({
    mutationFn: (format: string) => fetchExport(downloads.runs(search(format))),
    onSuccess: (text) => clipboard.copy(text),
  });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} aria-hidden="true" />}>
          {copy.isPending
            ? t`Copying…`
            : clipboard.copied
              ? t`Copied`
              : copy.isError
                ? t`Not copied`
                : t`Export`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {chosen === null
            ? t`Select either runs or batches`
            : params.selected.length > 0
              ? t`Download ${plural({ selected: params.selected.length }, { one: "# selected row", other: "# selected rows" })}`
              : t`Download up to ${{ maxExportResults: formatCount(LIMITS.maxExportResults) }} results of this view`}
        </Menu.Label>
        {chosen !== null &&
          FILES.map(({ format, label }) => (
            <Menu.Item key={format} component="a" href={downloads.runs(search(format))} download>
              {label}
            </Menu.Item>
          ))}
        <Menu.Label>
          <Trans>Copy up to {{ maxTableRuns: formatCount(LIMITS.maxTableRuns) }} runs</Trans>
        </Menu.Label>
        {TEXTS.map(({ format, label }) => (
          <Menu.Item key={format} disabled={chosen === null} onClick={() => copy.mutate(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
