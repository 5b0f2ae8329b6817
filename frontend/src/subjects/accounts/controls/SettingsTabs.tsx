import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@/api/types";
import { paths } from "@/lib/paths";
import { sessionQuery } from "@/subjects/accounts/queries/session";
import { type LinkedPage, LinkTabs } from "@/ui/page/LinkTabs";

const TABS: readonly (LinkedPage & { needs: Right })[] = [
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
  return <LinkTabs name={t`Settings`} pages={TABS.filter(({ needs }) => rights.includes(needs))} />;
}
