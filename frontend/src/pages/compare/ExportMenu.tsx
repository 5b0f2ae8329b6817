import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { type CompareQuery, compareMarkdown, compareSearch } from "@/api/queries/compare";
import { downloads } from "@/lib/paths";

/** A link within a menu is an item like any other. */
const INK = { color: "var(--ink)" };

/** The comparison for a mail, a spreadsheet or paper; each chart has its own pictures. */
export function ExportMenu({ query }: { query: CompareQuery }) {
  const copy = async () => {
    const tell = (title: string) => notifications.show({ title, message: "", withBorder: true });
    try {
      await navigator.clipboard.writeText(await compareMarkdown(query));
      tell("Copied as Markdown.");
    } catch {
      tell("Not copied: the browser or the service refused. The Markdown file holds the same.");
    }
  };
  const address = (format: "csv" | "markdown") => downloads.comparison(compareSearch(query), format);
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} aria-hidden="true" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy()}>Copy as Markdown</Menu.Item>
        <Menu.Item component="a" style={INK} href={address("markdown")} download="comparison.md">
          Markdown file
        </Menu.Item>
        <Menu.Item component="a" style={INK} href={address("csv")} download="comparison.csv">
          CSV figures, base units
        </Menu.Item>
        <Menu.Item onClick={() => globalThis.print()}>Print, or save as PDF</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
