import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { BandwidthUnits } from "@/lib/units";
import { PURPOSES_TITLE, PurposesCard } from "@/subjects/purposes/parts/PurposesCard";
import { runPurposesQuery } from "@/subjects/runs/queries/runs";
import { WaitingCard } from "@/ui/page/WaitingCard";

/** For which programs a run shows its storage to be fast enough. */
export function RunPurposes({ runId, units }: { runId: string; units: BandwidthUnits }) {
  const query = useQuery(runPurposesQuery(runId));
  if (query.data === undefined)
    return (
      <WaitingCard title={PURPOSES_TITLE} query={query} failure={t`The purposes could not be loaded.`} />
    );
  return <PurposesCard purposes={query.data} units={units} />;
}
