import { t } from "@lingui/core/macro";
import { IconPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import styles from "@/subjects/runs/list/PinnedViews.module.css";
import { viewsQuery } from "@/subjects/runs/queries/views";

/** Views that somebody pinned; the one in the address is marked. */
export function PinnedViews({ query }: { query: string }) {
  const views = useQuery(viewsQuery("runs")).data?.items.filter((view) => view.is_pinned) ?? [];
  if (views.length === 0) return null;
  return (
    <nav className="flex gap-6 no-print" aria-label={t`Pinned views`}>
      {views.map((view) => (
        <Link
          key={view.id}
          to={paths.view("runs", view.query)}
          className={styles.view}
          {...(isSame(view.query, query) ? { "aria-current": "true" as const } : {})}
        >
          <IconPin size={13} aria-hidden="true" /> {view.name}
        </Link>
      ))}
    </nav>
  );
}

/** Saved ones are in the service's order of keys, the address in the page's. */
function isSame(saved: string, present: string): boolean {
  const sorted = (query: string) => {
    const pairs = new URLSearchParams(query);
    pairs.sort();
    return pairs.toString();
  };
  return sorted(saved) === sorted(present);
}
