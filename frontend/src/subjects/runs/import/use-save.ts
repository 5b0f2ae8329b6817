import { plural, t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ImportStored } from "@/api/types";
import { type Import, storeImport } from "@/subjects/runs/queries/imports";

export type Outcome =
  /** `share` of the bytes has left; at 1 the service is storing them. */
  | { state: "sending"; share: number }
  | { state: "stored"; stored: ImportStored; isDuplicate: boolean }
  | { state: "refused"; error: unknown };

/** Sends sources one after another and remembers what became of each; a refused one stops no other. */
export function useSave() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const store = useMutation(storeImport());

  const note = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome));

  const save = async (imports: readonly Import[]) => {
    setSaving(true);
    for (const one of imports) {
      const onProgress = (share: number) => note(one.id, { state: "sending", share });
      onProgress(0);
      try {
        const stored = await store.mutateAsync({ ...one, onProgress });
        const isDuplicate = stored.runs.every((run) => run.status === "duplicate");
        note(one.id, { state: "stored", stored, isDuplicate });
      } catch (error) {
        note(one.id, { state: "refused", error });
      }
    }
    setSaving(false);
  };

  return { outcomes, isSaving, save, clear: () => setOutcomes(new Map()) };
}

export function isStored(outcome: Outcome): boolean {
  return outcome.state === "stored";
}

/** "Saving 2 of 5…" Null when nothing is being sent. */
export function savingInWords(outcomes: Iterable<Outcome>, total: number): string | null {
  const all = [...outcomes];
  if (!all.some(({ state }) => state === "sending")) return null;
  return t`Saving ${{ all: all.length }} of ${total}…`;
}

/** "4 runs saved, 1 run was there already, 1 source refused." Null before anything was sent. */
export function outcomesInWords(outcomes: Iterable<Outcome>): string | null {
  const counts = { saved: 0, known: 0, refused: 0 };
  for (const outcome of outcomes) {
    if (outcome.state === "refused") counts.refused += 1;
    if (outcome.state !== "stored") continue;
    if (outcome.isDuplicate) counts.known += outcome.stored.runs.length;
    else counts.saved += outcome.stored.runs.length;
  }
  const parts = [
    counts.saved > 0 ? t`${plural({ saved: counts.saved }, { one: "# run", other: "# runs" })} saved` : "",
    counts.known > 0
      ? t`${plural({ known: counts.known }, { one: "# run", other: "# runs" })} ${plural({ known: counts.known }, { one: "was", other: "were" })} there already`
      : "",
    counts.refused > 0
      ? t`${plural({ refused: counts.refused }, { one: "# source", other: "# sources" })} refused`
      : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : `${parts.join(", ")}.`;
}
