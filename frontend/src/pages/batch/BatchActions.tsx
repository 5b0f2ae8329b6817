import { Button, Menu, Popover } from "@mantine/core";
import { IconArrowsLeftRight, IconDots, IconRefresh } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Batch } from "@/api/types";
import { batchChart } from "@/components/batch-chart";
import { DeleteRuns, MarkRuns } from "@/components/EditRuns";
import { ShareButton } from "@/components/share/ShareButton";
import { useMay } from "@/components/use-may";
import { addresses } from "@/lib/address";
import { paths } from "@/lib/paths";
import styles from "@/pages/batch/BatchPage.module.css";
import { CommandLine } from "@/ui/CommandLine";

/** What can be done with a batch as one thing. */
export function BatchActions({ batch }: { batch: Batch }) {
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const ids = batch.runs.map(({ id }) => id);
  const chart = batchChart(batch.id, batch.swept);
  const { previous } = batch;
  return (
    <>
      {previous !== null && (
        <Button
          leftSection={<IconArrowsLeftRight size={14} aria-hidden="true" />}
          component={Link}
          to={paths.compare({ base: `batch=${previous.id}`, news: [`batch=${batch.id}`] })}
        >
          Compare with previous
        </Button>
      )}
      {ids.length > 0 && (
        <ShareButton target={{ kind: "series", spec: { address: addresses.explore.query(chart) } }} />
      )}
      <RunAgain command={batch.command} />
      {mayWrite && ids.length > 0 && (
        <>
          <MarkRuns runIds={ids} />
          <DeleteRuns runIds={ids} onDeleted={() => void navigate({ to: paths.runs() })} />
        </>
      )}
      <Menu>
        <Menu.Target>
          <Button variant="default" aria-label="More" className={styles.dots ?? ""}>
            <IconDots size={16} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.explore(chart)}>
            Explore
          </Menu.Item>
          <Menu.Item component={Link} to={paths.runs({ filter: { batch: [batch.id] } })}>
            In the run history
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function RunAgain({ command }: { command: string | null }) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden="true" />}>
          Run again
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.again}>
          {command === null ? (
            <p>
              It was no sweep of the agent's, so no one command makes it again: each run's page has its own
              command.
            </p>
          ) : (
            <>
              <p>The whole grid again. Look where it writes before you start it.</p>
              <CommandLine text={command} name="command of the batch" />
            </>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
