import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { sizeOf, toneOf } from "@/subjects/watch/parts/change-words";
import { type ChangesOfWhat, changesOfQuery } from "@/subjects/watch/queries/changes";
import { Badge } from "@/ui/Badge";
import styles from "@/ui/LinkList.module.css";

// Lines on a page that is about something else.
const MAX_LINES = 4;

/** Where the figures of a run, a batch or a host changed, as lines that lead to each; nothing where none did. `without`: the id of one that
 * the page names above. */
export function ChangesOf({ of, without }: { of: ChangesOfWhat; without?: string | undefined }) {
  const changes = useInfiniteQuery(changesOfQuery(of));
  const first = changes.data?.pages[0];
  const items = first?.items.filter(({ id }) => id !== without) ?? [];
  if (first === undefined || items.length === 0) return null;
  const all = first.states.reduce((sum, { changes: n }) => sum + n, 0);
  return (
    <section className={styles.changes} aria-label={t`Changes`}>
      <ul className="stack gap-6">
        {items.slice(0, MAX_LINES).map((change) => (
          <li key={change.id}>
            <Badge tone={toneOf(change)}>{sizeOf(change).size}</Badge>
            <Link to={paths.change(change.id)}>{change.sentence}</Link>
          </li>
        ))}
      </ul>
      {all > MAX_LINES && (
        <Link to={paths.changes({ ...of, state: "any" })}>
          <Trans>
            All{" "}
            {{
              changes: first.states.every((one) => one.is_exact)
                ? plural(all, { one: "# change", other: "# changes" })
                : t`changes`,
            }}
          </Trans>
        </Link>
      )}
    </section>
  );
}
