import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RunDetail } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { AddCard } from "@/subjects/datasheets/controls/AddCard";
import { isWithoutDatasheet, Scorecard } from "@/subjects/datasheets/parts/Scorecard";
import { ratingQuery } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { WaitingCard } from "@/ui/page/WaitingCard";

const TITLE = t`Datasheet`;

/** Is it as fast as the datasheet? */
export function RunRating({ run, units }: { run: RunDetail; units: BandwidthUnits }) {
  const query = useQuery(ratingQuery(run.id));
  const mayWrite = useMay("write");
  const [isAdding, setAdding] = useState(false);
  if (query.data === undefined)
    return <WaitingCard title={TITLE} query={query} failure={t`The datasheet could not be loaded.`} />;
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
