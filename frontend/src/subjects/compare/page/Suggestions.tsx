import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "@/lib/paths";
import { listRecent } from "@/subjects/compare/page/recent";
import styles from "@/subjects/compare/page/Suggestions.module.css";
import { suggestionsQuery } from "@/subjects/compare/queries";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";

/** What an empty page offers: what is worth comparing, and what was compared here last, one click each. */
export function Suggestions() {
  // The page has waited for it.
  const { data } = useQuery(suggestionsQuery());
  const [recent] = useState(listRecent);
  const items = data?.items ?? [];
  return (
    <>
      <Card
        title={t`Worth comparing`}
        subtitle={t`Two values of one setting on a host, or the last two batches`}
      >
        {items.length === 0 ? (
          <EmptyMessage
            title={t`Nothing to suggest yet.`}
            detail={t`Suggestions appear when one host has run the same workload with two values of a setting, or the same batch twice. Choose the two sides above, or select runs in the history.`}
          />
        ) : (
          <ul className={styles.list}>
            {items.map(({ title, base, new: newer, base_runs, new_runs }) => (
              <li key={`${base} ${newer}`}>
                <Link to={paths.compare({ base, news: [newer] })}>{title}</Link>
                <span className="hint">
                  <Trans>
                    n = {base_runs} and {new_runs}
                  </Trans>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {recent.length > 0 && (
        <Card title={t`Recent comparisons`} subtitle={t`In this browser`}>
          <ul className={styles.list}>
            {recent.map(({ title, query }) => (
              <li key={query}>
                <Link to={paths.view("compare", query)}>{title}</Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
