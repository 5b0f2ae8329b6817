import { t } from "@lingui/core/macro";
import type { RatedFigure } from "@/api/types";

/** Which datasheet says a figure, how it words it, and where that was read. */
export function RatedOrigin({ figure }: { figure: RatedFigure }) {
  const { card, source, claim, is_stated } = figure;
  const stated = is_stated ? t`Rating taken from a label on the run. ` : "";
  if (figure.is_card_hidden) return t`${stated}Datasheet and source are not shown in this share.`;
  if (card === null) return t`${stated}No datasheet.`;
  return (
    <>
      {stated}
      {card.title}
      {claim !== "" && `, “${claim}”`}:{" "}
      {source === null ? (
        figure.is_source_hidden ? (
          t`source not shown in this share`
        ) : (
          t`without source`
        )
      ) : (
        <>
          <a className="link-in-text" href={source.address} target="_blank" rel="noreferrer">
            {source.title}
          </a>
          {source.page !== null && t`, page ${{ page: source.page }}`}
          {source.dated !== null && `, ${source.dated}`}
          {source.read_at !== "" && t`, retrieved ${{ read_at: source.read_at }}`}
          {source.is_copy && t` from a copy`}
        </>
      )}
    </>
  );
}
