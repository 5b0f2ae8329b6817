import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MachineAnswer } from "@/api/types";
import { formatBandwidth, formatCount } from "@/lib/units";
import { type InventoryDocument, reasonFor, textAt } from "@/subjects/hosts/parts/inventory/document";
import { machineQuery } from "@/subjects/hosts/queries/inventories";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

type Picture = typeof import("@/subjects/hosts/parts/machine/MachinePicture").MachinePicture;
let known: Picture | null = null;

/** With its layout and the chart frame: the page's words do not wait for it. Null until it is here. */
function usePicture(): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(() => known);
  useEffect(() => {
    import("@/subjects/hosts/parts/machine/MachinePicture").then(
      ({ MachinePicture }) => {
        known = MachinePicture;
        setPicture(() => MachinePicture);
      },
      (error: unknown) =>
        setPicture(() => {
          throw error;
        }),
    );
  }, []);
  return picture;
}

/** Whether the picture is as high as it will be: what stands below it waits for that. */
export function useIsPictured(inventoryId: string, runId: string | null): boolean {
  const picture = usePicture();
  return useQuery(machineQuery(inventoryId, runId)).isFetched && picture !== null;
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
  title = runId === null ? t`The machine` : t`The machine and this run's path`,
  document,
}: MachineCardProps) {
  const machine = useQuery(machineQuery(inventoryId, runId));
  const MachinePicture = usePicture();
  if (machine.isPending || MachinePicture === null) {
    return (
      <Card title={title}>
        <div style={{ height: HEIGHT }} aria-busy="true">
          <Skeleton height={HEIGHT - 40} />
        </div>
      </Card>
    );
  }
  if (machine.isError) {
    return (
      <Card title={title}>
        <div style={{ minHeight: HEIGHT }}>
          <QueryError
            title={t`The picture could not be loaded.`}
            error={machine.error}
            onRetry={() => void machine.refetch()}
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
  return (
    <MachinePicture
      machine={machine.data}
      title={title}
      subtitle={t`Line width = PCIe lanes; label = negotiated link${{ traffic: runId === null ? "" : t`; below = throughput and utilization` }}${{ notDrawn: leftOut > 0 ? t`; ${{ leftOut: formatCount(leftOut) }} further ports or drives not drawn` : "" }}`}
      reading={readingOf(machine.data, document)}
    />
  );
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

function readingOf({ run }: MachineAnswer, document: InventoryDocument | null): string | undefined {
  const direction = run?.direction == null ? "" : `, ${run.direction}`;
  const sentences = [
    run?.bw_bytes_per_s == null
      ? null
      : t`Measured: ${{ bw_bytes_per_s: formatBandwidth(run.bw_bytes_per_s) }}${direction}.`,
    document === null ? null : ofVirtualMachine(document),
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
