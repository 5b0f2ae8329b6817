import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { PlacedResult } from "@/api/types";
import { sentenceCase } from "@/lib/format";
import type { BandwidthUnits } from "@/lib/units";
import { SET_COLUMNS, SetCells } from "@/subjects/reference-sets/parts/SetCells";
import { formatSetValue } from "@/subjects/reference-sets/parts/set-words";
import { placementsQuery } from "@/subjects/reference-sets/queries";
import { Card } from "@/ui/Card";
import styles from "@/ui/ListPage.module.css";
import { Table } from "@/ui/Table";

interface InReferenceSetsProps {
  runIds: readonly string[];
  units: BandwidthUnits;
}

/** Where results stand among the drives of other labs: a row for each set, never pooled. Nothing where no set has them. */
export function InReferenceSets({ runIds, units }: InReferenceSetsProps) {
  const placed = useQuery(placementsQuery(runIds)).data?.items ?? [];
  return placed.map((one) => (
    <Placed key={`${one.run_id} ${one.test} ${one.direction}`} placed={one} units={units} />
  ));
}

function Placed({ placed, units }: { placed: PlacedResult; units: BandwidthUnits }) {
  const { test, conditions, measured, unit, sets, model } = placed;
  return (
    <Card
      title={t`Reference sets: ${test}`}
      subtitle={`${model} · ${conditions.join(" · ")} · ${t`measured ${{ value: formatSetValue(measured, unit, units) }}`}`}
      isFlush
    >
      <Table
        caption={t`Place in reference sets: ${test}`}
        columns={[...SET_COLUMNS.slice(0, 1), { name: t`Place` }, ...SET_COLUMNS.slice(1)]}
        isDense
      >
        {sets.map((set) => (
          <tr key={`${set.set_id} ${set.firmware}`}>
            <SetCells set={set} unit={unit} units={units}>
              <td className={styles.words}>{sentenceCase(set.place)}</td>
            </SetCells>
          </tr>
        ))}
      </Table>
      {sets.some((one) => one.is_beyond_spread) && (
        <p className="links remark">
          <Trans>
            Marked sets differ from the first beyond their spread: the middle halves do not overlap.
          </Trans>
        </p>
      )}
    </Card>
  );
}
