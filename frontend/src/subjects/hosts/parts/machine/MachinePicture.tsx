import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { ChartFrame } from "@/charts/ChartFrame";
import type { Series } from "@/charts/series-style";
import { useWidth } from "@/charts/use-width";
import { type Box, flatten, foldMachine } from "@/subjects/hosts/parts/machine/fold";
import { GpuCard } from "@/subjects/hosts/parts/machine/GpuCard";
import { layoutMachine } from "@/subjects/hosts/parts/machine/layout";
import { MachineDetails } from "@/subjects/hosts/parts/machine/MachineDetails";
import styles from "@/subjects/hosts/parts/machine/MachinePicture.module.css";
import { MachineSvg } from "@/subjects/hosts/parts/machine/MachineSvg";
import type { Machine } from "@/subjects/hosts/parts/machine/machine";
import { machineTwin } from "@/subjects/hosts/parts/machine/twin";
import { isDegraded } from "@/subjects/hosts/parts/machine/wording";

interface MachinePictureProps {
  machine: Machine;
  title: string;
  subtitle: string;
  /** One sentence that reads the picture. */
  reading?: string | undefined;
}

const line = (key: string, label: string, colour: string, dash?: string): Series => ({
  key,
  label,
  style: { colour, dash, marker: "circle" },
});
const USED = line("used", t`used by this run`, "var(--s0)");
const DEGRADED = line("degraded", t`degraded link`, "var(--bad)");
const OTHER = line("other", t`other link`, "var(--line-strong)");
const EMPTY = line("empty", t`empty`, "var(--line-strong)", "4 3");

/** Sockets, ports, switches, slots and drives, each link with what it is and what it could be. */
export function MachinePicture({ machine, title, subtitle, reading }: MachinePictureProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root);
  const sockets = useMemo(() => foldMachine(machine, opened), [machine, opened]);
  const boxes = useMemo(() => flatten(sockets), [sockets]);
  // Without a layout (0) there is nothing to fit into; the frame takes 34 px of what there is.
  const layout = useMemo(
    () => layoutMachine(sockets, width === 0 ? Number.POSITIVE_INFINITY : width - 34),
    [sockets, width],
  );
  const selected = boxes.find((box) => box.id === selectedId) ?? null;
  const legend = legendOf(machine, boxes);
  const activate = (id: string) => {
    if (boxes.find((box) => box.id === id)?.kind === "group") setOpened(opened.union(new Set([id])));
    else setSelectedId(id === selectedId ? null : id);
  };

  return (
    <div ref={root} className="shrinks">
      <ChartFrame
        name="machine"
        words={{ title, subtitle, reading }}
        series={legend}
        isLegendFixed
        twin={machineTwin(sockets)}
        height={layout.height}
      >
        {() => (
          // Everything inside is reached through the tree's one tab stop; scrolling follows the focus.
          <div className={styles.scroll}>
            <MachineSvg
              layout={layout}
              label={`${title}: ${subtitle}`}
              selectedId={selectedId}
              onActivate={activate}
            />
          </div>
        )}
      </ChartFrame>
      {(selected !== null || opened.size > 0) && (
        <div className="stack at-top gap-10 above-10">
          {opened.size > 0 && (
            <Button variant="default" className="no-print" onClick={() => setOpened(new Set())}>
              <Trans>Fold what is unused</Trans>
            </Button>
          )}
          {selected !== null && <MachineDetails box={selected} onClose={() => setSelectedId(null)} />}
        </div>
      )}
      {machine.gpus !== undefined && machine.gpus.gpus.length > 0 && (
        <div className={styles.gpus}>
          <GpuCard gpus={machine.gpus} isOfRun={machine.run !== null} />
        </div>
      )}
    </div>
  );
}

/** What the colours and dashes of this picture mean; plain links alone need no word. */
function legendOf(machine: Machine, boxes: readonly Box[]): Series[] {
  const marked = [
    ...(machine.run === null ? [] : [USED]),
    ...(boxes.some((box) => isDegraded(box.link)) ? [DEGRADED] : []),
  ];
  return [
    ...marked,
    ...(marked.length === 0 ? [] : [OTHER]),
    ...(boxes.some((box) => box.isEmpty) ? [EMPTY] : []),
  ];
}
