import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Right } from "@/api/types";
import { paths } from "@/lib/paths";
import { sessionQuery } from "@/subjects/accounts/queries/session";
import styles from "@/ui/Tabs.module.css";

const TABS: readonly { name: string; to: string; needs: Right }[] = [
  { name: t`Account`, to: paths.account(), needs: "account" },
  { name: t`Notifications`, to: paths.notifications(), needs: "account" },
  { name: t`Baselines`, to: paths.references(), needs: "read" },
  { name: t`Hosts and tokens`, to: paths.tokens(), needs: "session" },
  { name: t`People`, to: paths.people(), needs: "session" },
  { name: t`Audit log`, to: paths.audit(), needs: "admin" },
];

/** The pages of the settings that the reader may open. */
export function SettingsTabs() {
  const rights = useQuery(sessionQuery()).data?.rights ?? [];
  return (
    <nav className={styles.tabs} aria-label={t`Settings`}>
      {TABS.filter(({ needs }) => rights.includes(needs)).map(({ name, to }) => (
        <Link key={to} to={to} className={styles.tab}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
