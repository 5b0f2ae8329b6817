import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { runPurposesQuery } from "@/api/queries/runs";
import { WaitingCard } from "@/components/WaitingCard";
import type { BandwidthUnits } from "@/lib/units";
import { PURPOSES_TITLE, PurposesCard } from "@/sections/purposes/PurposesCard";

/** For which programs a run shows its storage to be fast enough. */
export function RunPurposes({ runId, units }: { runId: string; units: BandwidthUnits }) {
  const query = useQuery(runPurposesQuery(runId));
  if (query.data === undefined)
    return (
      <WaitingCard title={PURPOSES_TITLE} query={query} failure={t`The purposes could not be loaded.`} />
    );
  return <PurposesCard purposes={query.data} units={units} />;
}
