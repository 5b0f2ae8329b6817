import { useQuery } from "@tanstack/react-query";
import { ratingQuery } from "@/api/queries/runs";
import type { BandwidthUnits } from "@/lib/units";
import { Scorecard } from "@/sections/answer/Scorecard";
import { CommandLine } from "@/ui/CommandLine";

/** Is it as fast as the datasheet? Drawn once the answer is there. */
export function RunRating({ runId, units }: { runId: string; units: BandwidthUnits }) {
  const rating = useQuery(ratingQuery(runId)).data;
  if (rating === undefined) return null;
  return (
    <Scorecard
      rating={rating}
      units={units}
      adding={<CommandLine text="fioboard spec add FILE.toml" name="command that adds one" />}
    />
  );
}
