import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { HeldPart } from "@/api/types";
import { heldCounts, heldSentence, heldWord, toneOfHeld } from "@/subjects/watch/parts/reference-words";
import { figuresQuery, type Subject } from "@/subjects/watch/queries/references";
import { Badge } from "@/ui/Badge";
import { Missing } from "@/ui/Missing";

/** A run or a batch against its reference, as a cell of a table. */
export function HeldFigure({ of }: { of: Subject }) {
  const figures = useQuery(figuresQuery(of));
  if (figures.isPending) return <span aria-busy="true">…</span>;
  if (figures.isError) return <Missing reason={figures.error.message} />;
  const [first, ...others] = figures.data?.parts ?? [];
  if (first === undefined) return <Missing reason={t`no baseline`} />;
  return (
    <span className="inline-row at-baseline gap-6 unbroken">
      <HeldBadge part={first} others={others} />
      <span className="faint tiny">{heldCounts(first)}</span>
    </span>
  );
}

/** The change with its reference; several references are all told to who points at it. */
export function HeldBadge({ part, others = [] }: { part: HeldPart; others?: readonly HeldPart[] }) {
  const more = others.length === 0 ? "" : " +";
  return (
    <Badge tone={toneOfHeld(part)} title={[part, ...others].map(heldSentence).join(". ")}>
      {heldWord(part)}
      {more}
    </Badge>
  );
}
