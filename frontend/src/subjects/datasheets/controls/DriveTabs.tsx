import { t } from "@lingui/core/macro";
import { DRIVE_PAGES } from "@/subjects/datasheets/controls/drive-pages";
import { LinkTabs } from "@/ui/page/LinkTabs";

/** The lists about drives: those in the hosts, their models, and what datasheets rate them at. */
export function DriveTabs() {
  return <LinkTabs name={t`Lists of drives`} pages={DRIVE_PAGES} />;
}
