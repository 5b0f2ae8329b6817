/** How each kind of verdict looks and what it is called, on a run's page and in lists. */
import { t } from "@lingui/core/macro";
import {
  IconAlertTriangle,
  IconArrowBarToRight,
  IconCircleDashed,
  IconQuestionMark,
  IconTrendingDown,
} from "@tabler/icons-react";
import type { RunAnswer } from "@/api/types";
import styles from "@/subjects/runs/parts/answer/Answer.module.css";

export const VERDICT_KINDS = {
  limit: { word: t`Limit`, icon: IconArrowBarToRight, tone: styles.limit },
  trust: { word: t`Unreliable`, icon: IconAlertTriangle, tone: styles.trust },
  unexplained: { word: t`Unexplained`, icon: IconQuestionMark, tone: styles.unexplained },
  none: { word: t`No limit found`, icon: IconCircleDashed, tone: styles.none },
} as const;

export const REGRESSION = { word: t`Regression`, icon: IconTrendingDown, tone: styles.worse } as const;

const CONFIDENCES = { certain: "", likely: t`likely`, possible: t`possible` } as const;

/** Says how sure a verdict is; nothing of one that is certain. */
export function howSure({
  confidence,
  is_possible_cause: isPossibleCause,
}: Pick<RunAnswer["verdict"], "confidence" | "is_possible_cause">): string {
  return isPossibleCause === true ? t`possible cause` : CONFIDENCES[confidence];
}

/** What a figure without a limit was compared with, in words. */
export const YARDSTICKS = {
  history: t`runs of the same test`,
  reference_set: t`a reference`,
  class: t`published figures`,
} as const;
