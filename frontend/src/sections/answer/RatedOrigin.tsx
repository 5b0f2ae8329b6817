import type { RatedFigure } from "@/api/types";

/** Which datasheet says a figure, how it words it, and where that was read. */
export function RatedOrigin({ figure }: { figure: RatedFigure }) {
  const { card, source, claim, is_stated } = figure;
  const stated = is_stated ? "Stated by a label of this run. " : "";
  if (figure.is_card_hidden)
    return `${stated}Which datasheet it is, and its source, are not shown in this share.`;
  if (card === null) return `${stated}No datasheet prints this figure.`;
  return (
    <>
      {stated}
      {card.title}
      {claim !== "" && `, “${claim}”`}:{" "}
      {source === null ? (
        figure.is_source_hidden ? (
          "its source is not shown in this share"
        ) : (
          "without source"
        )
      ) : (
        <>
          <a href={source.address} target="_blank" rel="noreferrer">
            {source.title}
          </a>
          {source.page !== null && `, page ${source.page}`}
          {source.dated !== null && `, ${source.dated}`}
          {source.read_at !== "" && `, read ${source.read_at}`}
          {source.is_copy && " from a copy"}
        </>
      )}
    </>
  );
}
