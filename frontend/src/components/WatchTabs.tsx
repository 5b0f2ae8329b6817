import { Link } from "@tanstack/react-router";
import styles from "@/components/SettingsTabs.module.css";
import { paths } from "@/lib/paths";

/** What is watched: figures that changed, and hosts that got worse or are missing something. */
export function WatchTabs() {
  return (
    <nav className={styles.tabs} aria-label="What is watched">
      <Link to={paths.changes()} activeOptions={{ includeSearch: false }} className={styles.tab}>
        Performance changes
      </Link>
      <Link to={paths.events()} activeOptions={{ includeSearch: false }} className={styles.tab}>
        Health and missing runs
      </Link>
    </nav>
  );
}
