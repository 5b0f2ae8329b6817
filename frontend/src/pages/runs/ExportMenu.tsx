import { Button, Menu } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { fetchExport } from "@/api/queries/exports";
import { LIMITS } from "@/api/vocabulary.gen";
import type { RunsParams } from "@/lib/address";
import { countOf } from "@/lib/format";
import { downloads } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { toQuery } from "@/pages/runs/query";
import { filterOfRows } from "@/pages/runs/selection";

const FILES = [
  { format: "csv", label: "CSV" },
  { format: "json", label: "JSON" },
  { format: "ndjson", label: "NDJSON, everything" },
] as const;
const TEXTS = [
  { format: "markdown", label: "Markdown table" },
  { format: "bbcode", label: "BBCode table, for forums" },
  { format: "text", label: "Plain text table" },
] as const;

/** The present view as a file, or as a table to paste. */
export function ExportMenu({ params }: { params: RunsParams }) {
  const clipboard = useClipboard({ timeout: 2000 });
  const { filter, sort, columns } = toQuery(params);
  const chosen = params.selected.length > 0 ? filterOfRows(params.selected) : filter;
  const search = (format: string) => ({
    ...(chosen ?? {}),
    format,
    sort,
    ...(columns.length === 0 ? {} : { columns: columns.join(",") }),
  });
  const copy = useMutation({
    mutationFn: (format: string) => fetchExport(downloads.runs(search(format))),
    onSuccess: (text) => clipboard.copy(text),
  });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} aria-hidden="true" />}>
          {copy.isPending ? "Copying…" : clipboard.copied ? "Copied" : copy.isError ? "Not copied" : "Export"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {chosen === null
            ? "Runs and batches together: select either"
            : params.selected.length > 0
              ? `Download ${countOf(params.selected.length, "selected row")}`
              : "Download this view"}
        </Menu.Label>
        {FILES.map(({ format, label }) => (
          <Menu.Item key={format} component="a" href={downloads.runs(search(format))} download>
            {label}
          </Menu.Item>
        ))}
        <Menu.Label>Copy, up to {formatCount(LIMITS.maxTableRuns)} runs</Menu.Label>
        {TEXTS.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => copy.mutate(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
