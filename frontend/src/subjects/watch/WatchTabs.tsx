import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import styles from "@/ui/Tabs.module.css";

/** What is watched: figures that changed, and hosts that got worse or are missing something. */
export function WatchTabs() {
  return (
    <nav className={styles.tabs} aria-label={t`What is watched`}>
      <Link to={paths.changes()} activeOptions={{ includeSearch: false }} className={styles.tab}>
        <Trans>Performance changes</Trans>
      </Link>
      <Link to={paths.events()} activeOptions={{ includeSearch: false }} className={styles.tab}>
        <Trans>Health and missing runs</Trans>
      </Link>
    </nav>
  );
}
