/** The sides of a comparison beside the datasheets of their drives. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Comparison } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { paths } from "@/lib/paths";
import type { BandwidthUnits } from "@/lib/units";
import { ComparedRatings } from "@/subjects/compare/parts/ComparedRatings";
import { partsOf } from "@/subjects/compare/parts/comparison-rows";
import { MAX_RATED, ratingsQuery } from "@/subjects/runs/queries/runs";

interface RatingsProps {
  answer: Comparison;
  /** Base first. */
  sides: readonly Series[];
  units: BandwidthUnits;
}

/** Drawn once the ratings are there; of very many runs each side shows as many. */
export function Ratings({ answer, sides, units }: RatingsProps) {
  const of = useMemo(() => [answer.base, ...partsOf(answer).map((part) => part.new)], [answer]);
  const items = useQuery(comparedRatingsQuery(answer)).data?.items;
  const ratings = useMemo(() => new Map(items?.map(({ run_id, rating }) => [run_id, rating])), [items]);
  return (
    <ComparedRatings
      answer={answer}
      sides={sides}
      ratings={ratings}
      units={units}
      notAsked={new Set(of.flatMap(({ run_ids }) => run_ids)).size - evenly(of).length}
      link={(id, text) => <Link to={paths.run(id)}>{text}</Link>}
    />
  );
}

/** Of the runs of all sides, as many as are asked for at once. */
export function comparedRatingsQuery(answer: Comparison) {
  return ratingsQuery(evenly([answer.base, ...partsOf(answer).map((part) => part.new)]));
}

/** As many runs of each side as one question takes together. */
function evenly(sides: readonly Comparison["base"][]): string[] {
  const most = Math.floor(MAX_RATED / sides.length);
  const isFew = sides.reduce((sum, { run_ids }) => sum + run_ids.length, 0) <= MAX_RATED;
  return [...new Set(sides.flatMap(({ run_ids }) => (isFew ? run_ids : run_ids.slice(0, most))))];
}
