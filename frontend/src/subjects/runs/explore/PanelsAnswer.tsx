import { plural, t } from "@lingui/core/macro";
import { IconLayoutGrid } from "@tabler/icons-react";
import type { ExploreParams } from "@/lib/address";
import { chartReading } from "@/subjects/runs/explore/chart-reading";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { usePanels } from "@/subjects/runs/explore/use-panels";
import answerStyles from "@/subjects/runs/parts/answer/Answer.module.css";
import { AnswerBox } from "@/subjects/runs/parts/answer/AnswerBox";
import { VERDICT_KINDS } from "@/subjects/runs/parts/answer/verdict-kinds";
import { toLines } from "@/subjects/runs/parts/series-lines";
import { seriesFigure, seriesWords } from "@/subjects/runs/parts/series-words";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

/** More sentences than these are read in the panels. */
const MAX_TOLD = 3;

/** What the panels show, one sentence each: no figure holds for all of them. */
export function PanelsAnswer({ params, x, by }: { params: ExploreParams; x: string; by: string }) {
  const { drawn, factors, title, isPending } = usePanels(params, x, by);
  const told = drawn.slice(0, MAX_TOLD).map(({ words, answer }) => {
    const { xTitle, formatX } = seriesWords(answer, factors, params.units, "local");
    const format = (value: number) => seriesFigure(answer.unit, value, params.units);
    const { sentence } = chartReading(answer, toLines(answer, factors), { xTitle, formatX, format });
    return { name: words, text: sentence };
  });
  const more = drawn.length - told.length;
  return (
    <div className={styles.answer} aria-busy={isPending}>
      {isPending ? (
        <Card>
          <div className="grid gap-12" style={{ padding: 18 }}>
            <Skeleton width="30%" height={14} />
            <Skeleton width="62%" height={22} />
          </div>
        </Card>
      ) : drawn.length === 0 ? (
        <AnswerBox
          {...VERDICT_KINDS.none}
          word={t`No summary`}
          sentence={t`No data.`}
          text={[]}
          figures={[]}
        />
      ) : (
        <AnswerBox
          word={t`Panels`}
          icon={IconLayoutGrid}
          tone={answerStyles.plain}
          sentence={t`${plural({ drawn: drawn.length }, { one: "# chart", other: "# charts" })} by ${title}, all with the same axes.`}
          lines={told}
          text={more > 0 ? [t`${plural(more, { one: "# more chart", other: "# more charts" })} below.`] : []}
          figures={[]}
        />
      )}
    </div>
  );
}
