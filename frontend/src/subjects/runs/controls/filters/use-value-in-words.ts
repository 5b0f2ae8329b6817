/** A filter's values in words; a batch, which the address names by its id, by its name; rules by their titles. */
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { answerInWords, isOfAnswers } from "@/lib/answer-words";
import { type FilterRecord, valueInWords } from "@/lib/filter";
import { formatBlockSizeProse } from "@/lib/units";
import { batchInWords } from "@/subjects/runs/batch-name";
import { batchesQuery } from "@/subjects/runs/queries/batches";

export function useValueInWords(filter: FilterRecord): (key: string, value: string) => string {
  const ids = (filter["batch"] ?? []).map((value) => value.replace(/^!/, "")).filter((id) => id !== "");
  const batches = useQuery({ ...batchesQuery({ batch: ids }), enabled: ids.length > 0 }).data?.items ?? [];
  return (key, value) => {
    const batch = key === "batch" ? batches.find(({ id }) => id === value.replace(/^!/, "")) : undefined;
    if (isOfAnswers(key)) return answerInWords(key, value);
    if (key === "bs")
      return valueInWords(value).replace(/\d{3,}/g, (size) => formatBlockSizeProse(Number(size)));
    if (batch === undefined) return valueInWords(value);
    return value.startsWith("!") ? t`not ${{ batch: batchInWords(batch) }}` : batchInWords(batch);
  };
}
