import { t } from "@lingui/core/macro";
import { IconChartDots, IconChartLine } from "@tabler/icons-react";
import type { ExploreParams } from "@/lib/address";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { useReading } from "@/subjects/runs/explore/use-reading";
import answerStyles from "@/subjects/runs/parts/answer/Answer.module.css";
import { AnswerBox } from "@/subjects/runs/parts/answer/AnswerBox";
import { VERDICT_KINDS } from "@/subjects/runs/parts/answer/verdict-kinds";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

const LOOKS = {
  knee: { word: t`Knee`, icon: IconChartLine, tone: answerStyles.limit },
  none: { ...VERDICT_KINDS.none, word: t`No summary` },
  reading: { word: t`Summary`, icon: IconChartDots, tone: answerStyles.plain },
};

/** What the chart shows, before the chart: its place is as high while it is loading, and where there is none. */
export function ChartAnswer({ params, x }: { params: ExploreParams; x: string }) {
  const { reading, isPending, isBusy } = useReading(params, x);
  return (
    <div className={styles.answer} aria-busy={isBusy}>
      {reading !== null ? (
        <AnswerBox
          {...LOOKS[reading.kind ?? "none"]}
          sure={reading.sure}
          sentence={reading.sentence}
          text={reading.text}
          figures={[]}
        />
      ) : isPending ? (
        <Card>
          <div className="grid gap-12" style={{ padding: 18 }}>
            <Skeleton width="30%" height={14} />
            <Skeleton width="62%" height={22} />
          </div>
        </Card>
      ) : (
        // The chart's own place says what is missing.
        <AnswerBox {...LOOKS.none} sentence={t`No data.`} text={[]} figures={[]} />
      )}
    </div>
  );
}
