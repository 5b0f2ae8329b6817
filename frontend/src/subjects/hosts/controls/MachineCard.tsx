import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { createElement } from "react";
import type { MachineAnswer } from "@/api/types";
import { formatCount } from "@/lib/units";
import { type InventoryDocument, reasonFor, textAt } from "@/subjects/hosts/parts/inventory/document";
import { machineQuery } from "@/subjects/hosts/queries/inventories";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

// With its layout and the chart frame: the page's words do not wait for it. Not by lazy(), which shows a fallback, of
// another height, once more when all is here.
const code = queryOptions({
  queryKey: ["machine picture"],
  queryFn: async () => (await import("@/subjects/hosts/parts/machine/MachinePicture")).MachinePicture,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether the picture is as high as it will be: what stands below it waits for that. */
export function useIsPictured(inventoryId: string, runId: string | null): boolean {
  const isLoaded = useQuery(code).isFetched;
  return useQuery(machineQuery(inventoryId, runId)).isFetched && isLoaded;
}

interface MachineCardProps {
  inventoryId: string;
  /** The run whose path is shown; null for the machine alone. */
  runId: string | null;
  /** What the picture is called; by default it is of the machine, or of it and this run's path. */
  title?: string;
  /** To say why there may be nothing to draw. */
  document: InventoryDocument | null;
}

const HEIGHT = 300;

/** The picture of the machine with its states. */
export function MachineCard({
  inventoryId,
  runId,
  title = runId === null ? t`The machine` : t`PCIe topology and this run’s path`,
  document,
}: MachineCardProps) {
  const machine = useQuery(machineQuery(inventoryId, runId));
  const picture = useQuery(code);
  if (machine.isPending || picture.isPending) {
    return (
      <Card title={title}>
        <div style={{ height: HEIGHT }} aria-busy="true">
          <Skeleton height={HEIGHT - 40} />
        </div>
      </Card>
    );
  }
  const failed = machine.isError ? machine : picture;
  if (machine.isError || picture.isError) {
    return (
      <Card title={title}>
        <div style={{ minHeight: HEIGHT }}>
          <QueryError
            title={t`The picture could not be loaded.`}
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
        </div>
      </Card>
    );
  }
  if (isHidden(machine.data)) {
    return (
      <Card title={title}>
        <EmptyMessage title={t`No PCIe ports visible.`} detail={whyHidden(document)} />
      </Card>
    );
  }
  const leftOut = machine.data.left_out;
  return createElement(picture.data, {
    machine: machine.data,
    title,
    subtitle: t`Labelled lines are PCIe links; a thicker one has more lanes. Above it: negotiated speed.${{ traffic: runId === null ? "" : t` Below it: throughput and its share of the link limit.` }}${{ notDrawn: leftOut > 0 ? t` ${{ leftOut: formatCount(leftOut) }} further ports or drives not drawn.` : "" }}`,
    reading: document === null ? undefined : (ofVirtualMachine(document) ?? undefined),
  });
}

function isHidden({ sockets, unplaced }: MachineAnswer): boolean {
  return unplaced.length === 0 && sockets.every((socket) => socket.roots.length === 0);
}

function whyHidden(document: InventoryDocument | null): string {
  if (document === null) return t`Not in the inventory.`;
  return ofVirtualMachine(document) ?? t`Not read (${{ document: reasonFor(document, ["pci"]) }}).`;
}

function ofVirtualMachine(document: InventoryDocument): string | null {
  const hypervisor = textAt(document, "virtualized.kind") ?? textAt(document, "virtualized");
  if (hypervisor === null) return null;
  // The processor says that there is one, and nothing says which.
  const which = hypervisor === "unknown-hypervisor" ? "" : ` (${hypervisor})`;
  return t`Virtual machine${which}: physical slots and links are not visible.`;
}
