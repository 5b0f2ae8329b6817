import { Trans } from "@lingui/react/macro";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { DIGITS } from "@/ui/keys";
import styles from "@/ui/page/PageTabs.module.css";
import { useShortcuts } from "@/ui/shortcuts";

/** A part of a long page that is drawn when somebody asks for it: its id is the anchor in the page's address. */
export interface PageTab {
  id: string;
  title: string;
  /** Why there is nothing in it, for who has not opened it yet. */
  nothing?: string | undefined;
}

/** Returns the tab that the address names by its anchor, else the usual one. */
export function useTab<T extends PageTab>(tabs: readonly T[], usual: T): T {
  const hash = useLocation({ select: (location) => location.hash });
  return tabs.find(({ id }) => id === hash) ?? usual;
}

/** The tabs of a page. Each is a link: it can be copied, opened beside the page, and gone back from. */
export function PageTabs({
  name,
  tabs,
  current,
}: {
  /** Its name as a landmark. */
  name: string;
  tabs: readonly PageTab[];
  current: PageTab;
}) {
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  // On a phone the strip is moved sideways: the open tab is in sight, with what stands beside it.
  useLayoutEffect(() => {
    const [strip, open] = [
      list.current,
      list.current?.querySelector<HTMLElement>(`[href$="#${current.id}"]`),
    ];
    if (strip == null || open == null) return;
    strip.scrollLeft = open.offsetLeft - strip.offsetLeft - (strip.clientWidth - open.offsetWidth) / 2;
  }, [current.id]);
  useShortcuts(
    Object.fromEntries(
      tabs
        .slice(0, DIGITS.length)
        .map(({ id }, i) => [DIGITS[i], () => void navigate({ to: ".", search: true, hash: id, ...STAY })]),
    ),
  );
  return (
    <nav className={`${styles.tabs} no-print`} aria-label={name}>
      <ul ref={list}>
        {tabs.map(({ id, title, nothing }) => (
          <li key={id}>
            <Link
              to="."
              search={true}
              hash={id}
              {...STAY}
              activeOptions={{ exact: true, includeHash: true }}
              className={styles.tab}
              title={nothing}
              aria-current={id === current.id ? "true" : undefined}
            >
              {title}
              {nothing !== undefined && (
                <small>
                  <Trans>(empty)</Trans>
                </small>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A link to a tab, within a sentence. */
export function TabLink({ tab: { id, title }, className }: { tab: PageTab; className?: string | undefined }) {
  return (
    <Link to="." search={true} hash={id} className={className}>
      {title}
    </Link>
  );
}

/** What is above the tabs keeps its place on the screen. */
const STAY = { resetScroll: false, hashScrollIntoView: false } as const;
