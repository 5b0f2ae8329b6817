import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sessionQuery } from "@/api/queries/session";
import type { Right } from "@/api/types";
import styles from "@/components/SettingsTabs.module.css";
import { paths } from "@/lib/paths";

const TABS: readonly { name: string; to: string; needs: Right }[] = [
  { name: "Account", to: paths.account(), needs: "account" },
  { name: "Notifications", to: paths.notifications(), needs: "account" },
  { name: "Baselines", to: paths.references(), needs: "read" },
  { name: "Hosts and tokens", to: paths.tokens(), needs: "session" },
  { name: "People", to: paths.people(), needs: "session" },
  { name: "Audit log", to: paths.audit(), needs: "admin" },
];

/** The pages of the settings that the reader may open. */
export function SettingsTabs() {
  const rights = useQuery(sessionQuery()).data?.rights ?? [];
  return (
    <nav className={styles.tabs} aria-label="Settings">
      {TABS.filter(({ needs }) => rights.includes(needs)).map(({ name, to }) => (
        <Link key={to} to={to} className={styles.tab}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
