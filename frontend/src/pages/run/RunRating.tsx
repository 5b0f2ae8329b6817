import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ratingQuery } from "@/api/queries/runs";
import type { RunDetail } from "@/api/types";
import { AddCard } from "@/components/spec/AddCard";
import { useMay } from "@/components/use-may";
import { WaitingCard } from "@/components/WaitingCard";
import type { BandwidthUnits } from "@/lib/units";
import { isWithoutDatasheet, Scorecard } from "@/sections/answer/Scorecard";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";

const TITLE = t`Datasheet`;

/** Is it as fast as the datasheet? */
export function RunRating({ run, units }: { run: RunDetail; units: BandwidthUnits }) {
  const query = useQuery(ratingQuery(run.id));
  const mayWrite = useMay("write");
  const [isAdding, setAdding] = useState(false);
  if (query.data === undefined)
    return (
      <WaitingCard
        title={TITLE}
        query={query}
        failure={t`The comparison with the datasheet could not be loaded.`}
      />
    );
  const rating = query.data;
  if (isWithoutDatasheet(rating)) {
    return (
      <Card title={TITLE}>
        <EmptyMessage title={rating.sentence ?? t`No datasheet applies to this run.`} />
      </Card>
    );
  }
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
                {rating.figures.length === 0 ? t`Add its datasheet` : t`Add a datasheet of your own`}
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
