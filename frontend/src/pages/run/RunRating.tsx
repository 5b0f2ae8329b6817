import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ratingQuery } from "@/api/queries/runs";
import type { RunDetail } from "@/api/types";
import { AddCard } from "@/components/spec/AddCard";
import { useMay } from "@/components/use-may";
import type { BandwidthUnits } from "@/lib/units";
import { Scorecard } from "@/sections/answer/Scorecard";

/** Is it as fast as the datasheet? Drawn once the answer is there. */
export function RunRating({ run, units }: { run: RunDetail; units: BandwidthUnits }) {
  const rating = useQuery(ratingQuery(run.id)).data;
  const mayWrite = useMay("write");
  const [isAdding, setAdding] = useState(false);
  if (rating === undefined) return null;
  const [model] = rating.models;
  const capacity = run.factors["drive.capacity"];
  return (
    <>
      <Scorecard
        rating={rating}
        units={units}
        adding={
          mayWrite &&
          model !== undefined && (
            <div>
              <Button variant="default" onClick={() => setAdding(true)}>
                {rating.figures.length === 0 ? "Add its datasheet" : "Add a datasheet of your own"}
              </Button>
            </div>
          )
        }
      />
      {isAdding && model !== undefined && (
        <AddCard
          model={model}
          capacityBytes={typeof capacity === "number" ? capacity : null}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
