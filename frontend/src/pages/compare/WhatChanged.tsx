import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { factorsQuery } from "@/api/queries/factors";
import type { ComparedPart, FactorChange, InventoryDifference } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { countOf } from "@/lib/format";
import styles from "@/pages/compare/ComparePage.module.css";
import { SideMark } from "@/pages/compare/TableHead";
import { DifferenceRows } from "@/sections/DifferenceRows";
import { sideValue } from "@/sections/factor-change";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

interface WhatChangedProps {
  part: ComparedPart;
  base: Series | undefined;
  side: Series | undefined;
  isAlone: boolean;
}

const PATHS: Record<ComparedPart["paths"]["state"], string> = {
  same: "Path of the data: the same on both sides.",
  different: "Path of the data: different.",
  cannot_tell: "Path of the data: cannot tell, a side does not know the drives behind its target.",
};

/** What differs in the setting of the two sides: factors first, then the machines field by field. Differences only. */
export function WhatChanged({ part, base, side, isAlone }: WhatChangedProps) {
  const { factors_changed, factors_unknown, attribution, inventory_difference } = part;
  return (
    <>
      <Card
        title={isAlone ? "What changed" : `What changed in ${side?.label ?? ""}`}
        subtitle={attribution.text}
      >
        {factors_changed.length + factors_unknown.length === 0 ? (
          <p className={styles.hint}>Nor is any known on one side only.</p>
        ) : (
          <FactorTable changes={[...factors_changed, ...factors_unknown]} base={base} side={side} />
        )}
      </Card>
      <Card
        title={isAlone ? "The machines, field by field" : `The machines of base and ${side?.label ?? ""}`}
        subtitle={`${inventory_difference === null ? "" : `${inventoriesOf(inventory_difference)} `}${PATHS[part.paths.state]}`}
      >
        {inventory_difference === null ? (
          <p className={styles.hint}>
            A side sent no inventory, so the machines cannot be compared. The agent sends it with every run.
          </p>
        ) : (
          <Machines difference={inventory_difference} />
        )}
      </Card>
    </>
  );
}

interface FactorTableProps {
  changes: readonly FactorChange[];
  base: Series | undefined;
  side: Series | undefined;
}

const COLUMNS = ["Factor", "Base", "New", "Kind"].map((name) => ({ name }));

function FactorTable({ changes, base, side }: FactorTableProps) {
  const declared = useQuery(factorsQuery()).data?.items ?? [];
  const shown = (change: FactorChange, value: FactorChange["base"]) => {
    const { text, reason } = sideValue(declared, change, value);
    return text ?? <Missing reason={reason} />;
  };
  return (
    <>
      <p className={styles.legend}>
        <SideMark side={base} /> <SideMark side={side} />
      </p>
      <Table caption="Factors that changed" columns={COLUMNS} isDense>
        {changes.map((change) => (
          <tr key={change.key}>
            <th scope="row">
              {change.title} <code className={styles.hint}>{change.key}</code>
            </th>
            <td className={styles.tint} style={tint(base)}>
              {shown(change, change.base)}
            </td>
            <td className={styles.tint} style={tint(side)}>
              {shown(change, change.new)}
            </td>
            <td>
              <Kind change={change} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function tint(side: Series | undefined) {
  return { background: `color-mix(in srgb, ${side?.style.colour ?? "transparent"} 9%, transparent)` };
}

/** Whether a factor changed by itself, follows from another, or cannot be told. */
function Kind({ change: { state, follows_from, is_partly_unknown } }: { change: FactorChange }) {
  if (follows_from !== null)
    return (
      <span className={styles.hint}>
        follows from <code>{follows_from}</code>
      </span>
    );
  if (state === "cannot_tell") return <Badge>cannot tell</Badge>;
  if (state === "one_side")
    return <Badge title="A label is a person's word, no fact of the machine">labelled on one side</Badge>;
  return state === "mixed" ? (
    <Badge tone="warn" title="Values in common, or runs of one side that differ among themselves">
      mixed within a side
    </Badge>
  ) : (
    <>
      <Badge tone="warn">changed</Badge>
      {is_partly_unknown && <span className={styles.hint}> not every run tells it</span>}
    </>
  );
}

function inventoriesOf({ base_count, new_count }: InventoryDifference): string {
  if (base_count === 1 && new_count === 1) return "Of the newest compared run on each side.";
  return `Of the newest compared run on each side; base has ${base_count} distinct inventories, new ${new_count}.`;
}

/** More rows than this wait until they are asked for. */
const FIRST_ROWS = 20;

function Machines({ difference }: { difference: InventoryDifference }) {
  const [isWhole, setWhole] = useState(false);
  const { facets, rows, rows_left_out } = difference;
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <DifferenceRows difference={{ facets, rows: shown }} />
      {shown.length < rows.length && (
        <p className={styles.hint}>
          {shown.length} of {countOf(rows.length, "field")} that differ.{" "}
          <button type="button" className={styles.more} onClick={() => setWhole(true)}>
            Show all
          </button>
        </p>
      )}
      {isWhole && rows_left_out > 0 && (
        <p className={styles.hint}>{countOf(rows_left_out, "further field")} differ and are not listed.</p>
      )}
    </>
  );
}
