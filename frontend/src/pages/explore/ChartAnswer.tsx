import { IconChartDots, IconChartLine } from "@tabler/icons-react";
import { useMemo } from "react";
import type { ExploreParams } from "@/lib/address";
import { formatSeriesValue } from "@/lib/units";
import { chartReading } from "@/pages/explore/chart-reading";
import styles from "@/pages/explore/ExplorePage.module.css";
import { useChart } from "@/pages/explore/use-chart";
import answerStyles from "@/sections/answer/Answer.module.css";
import { AnswerBox } from "@/sections/answer/AnswerBox";
import { VERDICT_KINDS } from "@/sections/answer/verdict-kinds";
import { toLines } from "@/sections/series-lines";
import { seriesUnit, seriesWords } from "@/sections/series-words";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

const LOOKS = {
  knee: { word: "Knee", icon: IconChartLine, tone: answerStyles.limit },
  reading: { word: "Reading", icon: IconChartDots, tone: answerStyles.plain },
};

/** What the chart shows, before the chart: its place is as high while it is loading, and where there is none. */
export function ChartAnswer({ params, x }: { params: ExploreParams; x: string }) {
  const { series, factors, answer } = useChart(params, x);
  const reading = useMemo(() => {
    if (answer === undefined || answer.series.length === 0) return null;
    const { xTitle, formatX } = seriesWords(answer, factors, params.units, "local time");
    const format = (value: number) => formatSeriesValue(value, seriesUnit(answer.unit), params.units);
    return chartReading(answer, toLines(answer, factors), { xTitle, formatX, format });
  }, [answer, factors, params.units]);
  return (
    <div className={styles.answer} aria-busy={series.isFetching}>
      {reading !== null ? (
        <AnswerBox
          {...(reading.kind === null ? VERDICT_KINDS.none : LOOKS[reading.kind])}
          sure={reading.sure}
          sentence={reading.sentence}
          text={reading.text}
          figures={[]}
        />
      ) : answer === undefined && !series.isError ? (
        <Card>
          <div className={styles.pending}>
            <Skeleton width="30%" height={14} />
            <Skeleton width="62%" height={22} />
          </div>
        </Card>
      ) : (
        // The chart's own place says what is missing.
        <AnswerBox {...VERDICT_KINDS.none} sentence="There is nothing to read." text={[]} figures={[]} />
      )}
    </div>
  );
}
