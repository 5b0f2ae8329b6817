/** A chart over verdicts or limits, its values in words: rules have names, and people read titles. */
import type { SeriesAnswer } from "@/api/types";
import { answerInWords, isOfAnswers, verdictInWords } from "@/lib/answer-words";

type Line = SeriesAnswer["series"][number];
type Value = Line["points"][number]["values"][number];

/** The verdict of every value, and of the axes where they are of verdicts. */
export function inWords(answer: SeriesAnswer): SeriesAnswer {
  return axesInWords({
    ...answer,
    series: answer.series.map((line) => ({
      ...line,
      points: line.points.map((point) => ({ ...point, values: point.values.map(valueInWords) })),
    })),
  });
}

function valueInWords({ verdict, ...value }: Value): Value {
  return verdict === undefined ? value : { ...value, verdict: verdictInWords(verdict) };
}

function axesInWords(answer: SeriesAnswer): SeriesAnswer {
  const { x, by, split } = answer;
  if (!isOfAnswers(x) && !split.some(({ key }) => isOfAnswers(key))) return answer;
  const told = (key: string, value: Line["key"]) =>
    isOfAnswers(key) ? answerInWords(key, value === null ? "" : String(value)) : value;
  return {
    ...answer,
    series: answer.series.map((line) => ({
      ...line,
      key: by !== null && split.length === 1 ? told(by, line.key) : line.key,
      values: line.values.map((value, i) => told(split[i]?.key ?? "", value)),
      points: line.points.map((point) => ({ ...point, x: told(x, point.x) ?? point.x })),
    })),
  };
}
