import { Plural, Trans } from "@lingui/react/macro";
import { Button, Menu } from "@mantine/core";
import { IconArrowsLeftRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "@/lib/paths";
import { choicesQuery } from "@/subjects/compare/queries";
import { KeyHint } from "@/ui/KeyHint";
import { useShortcuts } from "@/ui/shortcuts";

/** A link within a menu is an item like any other. */
const INK = { color: "var(--ink)" };

/** What this run and its repeats can be compared with; the other one is the base. Asked for when it is opened. */
export function CompareWith({ runId }: { runId: string }) {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ c: () => setOpen(true) });
  const choices = useQuery({ ...choicesQuery(runId), enabled: isOpen });
  return (
    <Menu opened={isOpen} onChange={setOpen} width="min(340px, calc(100vw - 24px))">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconArrowsLeftRight size={14} aria-hidden="true" />}
          rightSection={<KeyHint name="c" />}
          aria-keyshortcuts="c"
        >
          <Trans>Compare with…</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.data?.items.map(({ title, base, new: newer, base_runs, new_runs }) => (
          <Menu.Item
            key={`${title} ${base}`}
            component={Link}
            style={INK}
            to={paths.compare({ base, news: [newer] })}
          >
            {title}
            <span>
              {" "}
              <Trans>
                · <Plural value={base_runs} one="# run" other="# runs" /> vs.{" "}
                <Plural value={new_runs} one="# run" other="# runs" />
              </Trans>
            </span>
          </Menu.Item>
        ))}
        {choices.isPending && (
          <Menu.Label>
            <Trans>Looking for comparable runs</Trans>
          </Menu.Label>
        )}
        {choices.isError && <Menu.Label role="alert">{choices.error.message}</Menu.Label>}
        {choices.data?.items.length === 0 && (
          <Menu.Label>
            <Trans>No other runs of this workload.</Trans>
          </Menu.Label>
        )}
        <Menu.Item component={Link} style={INK} to={paths.compare({ news: [`run=${runId}`] })}>
          <Trans>Choose a base…</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
