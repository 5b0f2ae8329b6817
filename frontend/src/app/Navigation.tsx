import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Account } from "@/app/Account";
import styles from "@/app/Navigation.module.css";
import { PAGES } from "@/app/pages";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { infoQuery } from "@/subjects/accounts/queries/session";
import { viewsQuery } from "@/subjects/runs/queries/views";
import { Logo } from "@/ui/Logo";

interface NavigationProps {
  isInDrawer?: boolean;
  onFollow?: () => void;
}

export function Navigation({ isInDrawer = false, onFollow }: NavigationProps) {
  const info = useQuery(infoQuery());
  const mayUpload = useMay("upload");
  const path = useLocation({ select: ({ pathname }) => pathname });
  const cache = useQueryClient();
  // Asked for when somebody comes near the link: no page's first screen needs it.
  const views = useQuery({ ...viewsQuery("runs"), enabled: false }).data?.items;
  const opened = views?.find((view) => view.is_default);
  const follow = onFollow === undefined ? {} : { onClick: onFollow };
  return (
    <nav
      className={styles.navigation}
      data-drawer={isInDrawer}
      aria-label={isInDrawer ? t`Pages, in the drawer` : t`Pages`}
    >
      <Link to={paths.runs()} className={styles.brand} {...follow}>
        <Logo /> <span className={styles.name}>fioboard</span>
      </Link>
      <ul className="stack gap-2">
        {PAGES.filter((page) => !page.isForUploaders || mayUpload).map(({ to, name, Icon, parts = [] }) => (
          <li
            key={to}
            {...(to === paths.runs()
              ? {
                  onPointerEnter: () => void cache.prefetchQuery(viewsQuery("runs")),
                  onFocus: () => void cache.prefetchQuery(viewsQuery("runs")),
                }
              : {})}
          >
            {/* A link is current for its sub-pages too: the run page lies below Runs. */}
            <Link
              to={to === paths.runs() && opened !== undefined ? paths.view("runs", opened.query) : to}
              className={styles.link}
              activeOptions={{ includeSearch: false }}
              title={name}
              {...(parts.some((part) => path.startsWith(part)) ? { "aria-current": "page" as const } : {})}
              {...follow}
            >
              <Icon size={17} stroke={1.7} aria-hidden="true" />
              <span className={styles.name}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Account />
        <p className={styles.name}>{info.data === undefined ? "" : `v${info.data.version}`}</p>
      </div>
    </nav>
  );
}
