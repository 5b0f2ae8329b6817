import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { PlacedStated } from "@/api/types";
import { sentenceCase } from "@/lib/format";
import { type BandwidthUnits, formatLatency } from "@/lib/units";
import { StatedTable } from "@/subjects/reference-sets/parts/StatedTable";
import { formatSetValue } from "@/subjects/reference-sets/parts/set-words";
import { placementsQuery } from "@/subjects/reference-sets/queries";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";

interface StatedBesideProps {
  runIds: readonly string[];
  units: BandwidthUnits;
}

/** Results beside what vendors, reviewers and providers state; never among what labs measured. */
export function StatedBeside({ runIds, units }: StatedBesideProps) {
  const stated = useQuery(placementsQuery(runIds)).data?.stated ?? [];
  const byTest = Map.groupBy(stated, ({ run_id: run, test, direction }) => `${run} ${test} ${direction}`);
  return [...byTest].map(([key, figures]) => {
    const test = figures[0]?.test ?? "";
    return (
      <Card
        key={key}
        title={t`Stated figures: ${test}`}
        subtitle={t`From public sources or pasted tables; stated, not measured`}
        isFlush
      >
        <StatedTable
          caption={t`Stated figures for ${test}`}
          figures={figures}
          more={{ name: t`This run`, cell: (figure) => <Place figure={figure} units={units} /> }}
        />
        {figures.some((one) => !one.is_comparable) && (
          <p className="links remark">
            <Trans>“Not comparable”: the source does not state a condition that the figure depends on.</Trans>
          </p>
        )}
      </Card>
    );
  });
}

function Place({ figure, units }: { figure: PlacedStated; units: BandwidthUnits }) {
  const { unit, measured, is_comparable: isComparable, place } = figure;
  return (
    <>
      {isComparable ? (
        sentenceCase(place)
      ) : (
        <Badge tone="plain">
          <Trans>not comparable</Trans>
        </Badge>
      )}
      <div className="faint tiny">
        {unit === "ns" ? formatLatency(measured) : formatSetValue(measured, unit, units)}
      </div>
    </>
  );
}
