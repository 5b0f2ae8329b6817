/** How each kind of verdict looks and what it is called, on a run's page and in lists. */
import {
  IconAlertTriangle,
  IconArrowBarToRight,
  IconCircleDashed,
  IconQuestionMark,
} from "@tabler/icons-react";
import styles from "@/sections/answer/Answer.module.css";

export const VERDICT_KINDS = {
  limit: { word: "Limit", icon: IconArrowBarToRight, tone: styles.limit },
  trust: { word: "Trust", icon: IconAlertTriangle, tone: styles.trust },
  unexplained: { word: "Unexplained", icon: IconQuestionMark, tone: styles.unexplained },
  none: { word: "No limit found", icon: IconCircleDashed, tone: styles.none },
} as const;

/** What a figure without a limit was compared with, in words. */
export const YARDSTICKS = {
  limit: "what the path carries",
  rating: "its rating",
  history: "runs of the same test",
  reference_set: "a reference set",
  queue: "its queue depth and latency",
  class: "what devices give",
} as const;
