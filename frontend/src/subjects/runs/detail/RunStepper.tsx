import { t } from "@lingui/core/macro";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { WALKED_ORDERS } from "@/api/vocabulary.gen";
import { addresses } from "@/lib/address";
import { formatOrder } from "@/lib/parameter";
import { paths } from "@/lib/paths";
import { parseSearch } from "@/lib/search-params";
import styles from "@/subjects/runs/detail/RunHead.module.css";
import { adjacentQuery } from "@/subjects/runs/queries/runs";
import { KeyHint } from "@/ui/KeyHint";
import { useShortcuts } from "@/ui/shortcuts";

declare module "@tanstack/history" {
  interface HistoryState {
    /** The query string of the list that a run was opened from. */
    list?: string;
  }
}

const WALKED: readonly string[] = WALKED_ORDERS;
const ENDS = { previous: t`the first`, next: t`the last` } as const;

/** The runs above and below this one in the list that it was opened from, else among its host's; asked for by a press. */
export function RunStepper({ runId, host }: { runId: string; host: string }) {
  const list = useLocation({ select: ({ state }) => state.list });
  const place = list === undefined ? t`on this host` : t`in the list`;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const go = async (way: keyof typeof ENDS) => {
    const { filter, sort } = addresses.runs.parse(parseSearch(list ?? "")).params;
    // Orders that read every run are not walked step by step: the order of time stands for them.
    const order = WALKED.includes(sort.key) ? sort : addresses.runs.parse({}).params.sort;
    try {
      const run = (
        await cache.fetchQuery(
          adjacentQuery(runId, list === undefined ? { host: [host] } : filter, formatOrder(order)),
        )
      )[way];
      if (run !== null)
        void navigate({ to: paths.run(run.id), hash: true, state: list === undefined ? {} : { list } });
      else tell(t`This run is ${{ way: ENDS[way] }} ${place}.`);
    } catch (error) {
      tell(error instanceof Error ? error.message : t`The list could not be loaded.`);
    }
  };
  useShortcuts({ "[": () => void go("previous"), "]": () => void go("next") });
  return (
    <span className={styles.stepper}>
      <button
        type="button"
        aria-label={t`Previous run ${place}`}
        aria-keyshortcuts="["
        onClick={() => void go("previous")}
      >
        <IconChevronUp size={14} aria-hidden="true" />
        <KeyHint name="[" />
      </button>
      <button
        type="button"
        aria-label={t`Next run ${place}`}
        aria-keyshortcuts="]"
        onClick={() => void go("next")}
      >
        <IconChevronDown size={14} aria-hidden="true" />
        <KeyHint name="]" />
      </button>
      {list === undefined ? t`other runs on this host` : t`other runs in the list`}
    </span>
  );
}

function tell(message: string) {
  notifications.show({ id: "list-steps", message, withBorder: true });
}
