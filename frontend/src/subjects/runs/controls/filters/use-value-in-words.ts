/** A filter's values in words; a batch, which the address names by its id, by its name; rules by their titles. */
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { answerInWords, isOfAnswers } from "@/lib/answer-words";
import { type FactorShape, factorOf } from "@/lib/factor";
import { type FilterRecord, valueInWords } from "@/lib/filter";
import { batchInWords } from "@/subjects/runs/parts/batch-name";
import { batchesQuery } from "@/subjects/runs/queries/batches";
import { factorsQuery } from "@/subjects/runs/queries/factors";

export function useValueInWords(filter: FilterRecord): (key: string, value: string) => string {
  const ids = (filter["batch"] ?? []).map((value) => value.replace(/^!/, "")).filter((id) => id !== "");
  const batches = useQuery({ ...batchesQuery({ batch: ids }), enabled: ids.length > 0 }).data?.items ?? [];
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  return (key, value) => {
    const batch = key === "batch" ? batches.find(({ id }) => id === value.replace(/^!/, "")) : undefined;
    if (isOfAnswers(key)) return answerInWords(key, value);
    if (batch === undefined) return valueInWords(value, measured(factorOf(factors, key)));
    return value.startsWith("!") ? t`not ${{ batch: batchInWords(batch) }}` : batchInWords(batch);
  };
}

/** A factor whose numbers say nothing without their unit. */
function measured(factor: FactorShape | null): FactorShape | null {
  return factor !== null && (factor.type === "bytes" || factor.unit !== null) ? factor : null;
}
