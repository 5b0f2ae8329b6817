import { t } from "@lingui/core/macro";
import { paths } from "@/lib/paths";
import type { LinkedPage } from "@/ui/page/LinkTabs";

/** The lists about drives, which are one entry of the navigation. */
export const DRIVE_PAGES: readonly LinkedPage[] = [
  { to: paths.fleet(), name: t`Drives` },
  { to: paths.models(), name: t`Drive models` },
  { to: paths.sheets(), name: t`Datasheets` },
];
