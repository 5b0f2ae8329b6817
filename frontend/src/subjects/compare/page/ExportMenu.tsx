import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { downloads } from "@/lib/downloads";
import { type CompareQuery, compareMarkdown, compareSearch } from "@/subjects/compare/queries";

/** A link within a menu is an item like any other. */
const INK = { color: "var(--ink)" };

/** The comparison for a mail, a spreadsheet or paper; each chart has its own pictures. */
export function ExportMenu({ query }: { query: CompareQuery }) {
  const copy = async () => {
    const tell = (title: string) => notifications.show({ title, message: "", withBorder: true });
    try {
      await navigator.clipboard.writeText(await compareMarkdown(query));
      tell(t`Copied as Markdown.`);
    } catch {
      tell(t`Not copied: the browser or the service refused. The Markdown file has the same content.`);
    }
  };
  const address = (format: "csv" | "markdown") => downloads.comparison(compareSearch(query), format);
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} aria-hidden="true" />}>
          <Trans>Export</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy()}>
          <Trans>Copy as Markdown</Trans>
        </Menu.Item>
        <Menu.Item component="a" style={INK} href={address("markdown")} download="comparison.md">
          <Trans>Markdown file</Trans>
        </Menu.Item>
        <Menu.Item component="a" style={INK} href={address("csv")} download="comparison.csv">
          <Trans>CSV figures, base units</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => globalThis.print()}>
          <Trans>Print, or save as PDF</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
