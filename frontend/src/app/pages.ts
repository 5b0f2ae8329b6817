import { t } from "@lingui/core/macro";
import {
  IconArrowsLeftRight,
  IconChartDots,
  IconDeviceSdCard,
  IconFileImport,
  IconHistory,
  IconHome,
  IconServer2,
  IconSettings,
  IconShare,
  IconTimelineEvent,
} from "@tabler/icons-react";
import { paths } from "@/lib/paths";

/** A page that the navigation and the palette lead to. */
interface Page {
  to: string;
  name: string;
  Icon: typeof IconHistory;
  isForUploaders: boolean;
  /** Beginnings of other paths that belong to it. */
  parts?: readonly string[];
}

export const PAGES: readonly Page[] = [
  { to: paths.today(), name: t`Today`, Icon: IconHome, isForUploaders: false },
  { to: paths.runs(), name: t`Runs`, Icon: IconHistory, isForUploaders: false, parts: ["/batches/"] },
  {
    to: paths.changes(),
    name: t`Changes`,
    Icon: IconTimelineEvent,
    isForUploaders: false,
    parts: [paths.events(), "/series/"],
  },
  { to: paths.explore(), name: t`Explore`, Icon: IconChartDots, isForUploaders: false },
  { to: paths.compare(), name: t`Compare`, Icon: IconArrowsLeftRight, isForUploaders: false },
  {
    to: paths.hosts(),
    name: t`Hosts`,
    Icon: IconServer2,
    isForUploaders: false,
    parts: ["/inventories/", paths.schedules()],
  },
  {
    to: paths.fleet(),
    name: t`Drives`,
    Icon: IconDeviceSdCard,
    isForUploaders: false,
    parts: [paths.models(), paths.sheets()],
  },
  { to: paths.import(), name: t`Import`, Icon: IconFileImport, isForUploaders: true },
  { to: paths.shares(), name: t`Shared links`, Icon: IconShare, isForUploaders: false },
  { to: paths.settings(), name: t`Settings`, Icon: IconSettings, isForUploaders: false },
];
