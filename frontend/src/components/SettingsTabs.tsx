import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sessionQuery } from "@/api/queries/session";
import type { Role } from "@/api/types";
import styles from "@/components/SettingsTabs.module.css";
import { paths } from "@/lib/paths";

const EVERYONE: readonly Role[] = ["viewer", "editor", "admin"];
const TABS: readonly { name: string; to: string; for: readonly Role[] }[] = [
  { name: "Account", to: paths.account(), for: EVERYONE },
  { name: "Hosts and tokens", to: paths.tokens(), for: ["admin"] },
  { name: "People", to: paths.people(), for: ["admin"] },
  { name: "Audit log", to: paths.audit(), for: ["admin"] },
];

/** The pages of the settings that the reader may open. */
export function SettingsTabs() {
  const role = useQuery(sessionQuery()).data?.role;
  return (
    <nav className={styles.tabs} aria-label="Settings">
      {TABS.filter((tab) => role !== undefined && tab.for.includes(role)).map(({ name, to }) => (
        <Link key={to} to={to} className={styles.tab}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
