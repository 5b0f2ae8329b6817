import { t } from "@lingui/core/macro";
import { paths } from "@/lib/paths";
import { LinkTabs } from "@/ui/page/LinkTabs";

const PAGES = [
  { to: paths.changes(), name: t`Performance changes` },
  { to: paths.events(), name: t`Health and missing runs` },
];

/** What is watched: figures that changed, and hosts that got worse or are missing something. */
export function WatchTabs() {
  return <LinkTabs name={t`Monitoring`} pages={PAGES} />;
}
