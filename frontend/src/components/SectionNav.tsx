import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DIGITS } from "@/components/keys";
import styles from "@/components/SectionNav.module.css";
import { useShortcuts } from "@/components/shortcuts";

/** A part of a long page: the id of its element is its anchor. */
export interface SectionAnchor {
  id: string;
  title: string;
}

interface SectionNavProps {
  sections: readonly SectionAnchor[];
  /** What the page is about, once its title has left the screen. */
  summary: ReactNode;
}

// A section counts as read from below the bars down to the middle of the screen.
const READ_AREA = "-100px 0px -50% 0px";

/** The sections of a long page under the top bar: plain anchors, the one that is read marked. */
export function SectionNav({ sections, summary }: SectionNavProps) {
  const { pathname, search } = useAddress();
  const top = useRef<HTMLDivElement>(null);
  const [isStuck, setStuck] = useState(false);
  const [current, setCurrent] = useState(sections[0]?.id ?? null);
  const ids = sections.map(({ id }) => id).join(" ");

  useShortcuts(
    Object.fromEntries(
      sections.slice(0, DIGITS.length).map(({ id }, i) => [
        DIGITS[i],
        () => {
          window.location.hash = id;
        },
      ]),
    ),
  );

  // What is on the screen is the browser's to tell: a subscription to an outside system.
  useEffect(() => {
    const stuck = new IntersectionObserver(([entry]) => setStuck(entry?.isIntersecting === false), {
      rootMargin: "-50px 0px 0px 0px",
    });
    if (top.current !== null) stuck.observe(top.current);
    return () => stuck.disconnect();
  }, []);
  useEffect(() => {
    const shown = new Set<string>();
    const order = ids.split(" ");
    const reading = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) shown.add(target.id);
          else shown.delete(target.id);
        }
        const first = order.find((id) => shown.has(id));
        if (first !== undefined) setCurrent(first);
      },
      { rootMargin: READ_AREA },
    );
    for (const id of order) {
      const section = document.getElementById(id);
      if (section !== null) reading.observe(section);
    }
    return () => reading.disconnect();
  }, [ids]);

  return (
    <>
      <div ref={top} aria-hidden="true" />
      <nav className={`${styles.sections} no-print`} aria-label="Sections of this page">
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`${pathname}${search}#${id}`}
                className={styles.anchor}
                aria-current={id === current ? "location" : undefined}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
        {/* Said above already; here it only saves scrolling back. */}
        <p className={styles.summary} aria-hidden="true" data-shown={isStuck}>
          {summary}
        </p>
      </nav>
    </>
  );
}

/** The page's own address: a bare "#id" would lead to the service's root, which is the document's base. */
function useAddress(): { pathname: string; search: string } {
  // Read again whenever the router goes somewhere.
  useLocation();
  return { pathname: window.location.pathname, search: window.location.search };
}
