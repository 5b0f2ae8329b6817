import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Menu, Popover } from "@mantine/core";
import { IconArrowsLeftRight, IconDots, IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Batch } from "@/api/types";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { batchChart } from "@/subjects/runs/batch-chart";
import styles from "@/subjects/runs/batches/BatchPage.module.css";
import { CompareWith } from "@/subjects/runs/batches/CompareWith";
import { MarkRuns } from "@/subjects/runs/EditRuns";
import { batchQuery } from "@/subjects/runs/queries/batches";
import { ShareButton } from "@/subjects/sharing/controls/ShareButton";
import { CommandLine } from "@/ui/CommandLine";

const EditBatch = lazy(async () => ({
  default: (await import("@/subjects/runs/EditBatch")).EditBatch,
}));
const DeleteBatch = lazy(async () => ({
  default: (await import("@/subjects/runs/DeleteBatch")).DeleteBatch,
}));

const RequestedAgain = lazy(async () => ({
  default: (await import("@/subjects/measuring/controls/RequestedAgain")).RequestedAgain,
}));

interface BatchActionsProps {
  batch: Batch;
  /** What it is held against was chosen, and is not the batch before. */
  isChosen: boolean;
  onAgainst: (batchId: string | null) => void;
}

/** What can be done with a batch as one thing. */
export function BatchActions({ batch, isChosen, onAgainst }: BatchActionsProps) {
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const ids = batch.runs.map(({ id }) => id);
  const chart = batchChart(batch.id, batch.swept);
  const { previous } = batch;
  const cache = useQueryClient();
  const [opened, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  const leave = async () => {
    await navigate({ to: paths.runs() });
    // Only now: while its page is shown, a batch that is gone from the cache would be asked for again.
    cache.removeQueries({ queryKey: batchQuery(batch.id).queryKey });
  };
  return (
    <>
      <Button.Group>
        {previous !== null && (
          <Button
            // Named, so that a link that is a button has its colour (base.css).
            variant="filled"
            style={{ maxWidth: 260 }}
            leftSection={<IconArrowsLeftRight size={14} aria-hidden="true" />}
            component={Link}
            to={paths.compare({ base: `batch=${previous.id}`, news: [`batch=${batch.id}`] })}
          >
            {isChosen ? t`Compare with ${{ name: previous.name }}` : t`Compare with previous`}
          </Button>
        )}
        <CompareWith batch={batch} isChosen={isChosen} onChoose={onAgainst} />
      </Button.Group>
      {ids.length > 0 && <ShareButton target={{ kind: "batch", spec: { batch_id: batch.id } }} />}
      <RunAgain batch={batch} />
      {mayWrite && ids.length > 0 && <MarkRuns runIds={ids} />}
      <Menu returnFocus={opened === null}>
        <Menu.Target>
          <Button variant="default" aria-label={t`More`} style={{ padding: "0 9px" }}>
            <IconDots size={16} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayWrite && ids.length > 0 && (
            <>
              <Menu.Item onClick={() => setOpen("edit")}>
                <Trans>Edit</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => setOpen("delete")}>
                <Trans>Delete</Trans>
              </Menu.Item>
            </>
          )}
          <Menu.Item component={Link} to={paths.explore(chart)}>
            <Trans>Explore</Trans>
          </Menu.Item>
          <Menu.Item component={Link} to={paths.runs({ filter: { batch: [batch.id] } })}>
            <Trans>Show runs</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {opened === "edit" && <EditBatch id={batch.id} onClose={close} />}
        {opened === "delete" && (
          <DeleteBatch id={batch.id} name={batch.name} onClose={close} onDeleted={() => void leave()} />
        )}
      </Suspense>
    </>
  );
}

function RunAgain({ batch }: { batch: Batch }) {
  const { command, command_remark: remark } = batch;
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden="true" />}>
          <Trans>Run again</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.again}>
          {command !== null && (
            <>
              <p>
                <Trans>Repeats the whole batch. Check the target path before running.</Trans>
              </p>
              <CommandLine text={command} name={t`the command that repeats this batch`} />
            </>
          )}
          {remark !== null && <p>{remark}</p>}
          <Suspense fallback={null}>
            <RequestedAgain batch={batch} />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
