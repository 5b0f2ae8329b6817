import { Link } from "@tanstack/react-router";
import styles from "@/ui/page/LinkTabs.module.css";

/** A page with its place in a strip of tabs. */
export interface LinkedPage {
  to: string;
  name: string;
}

/** A strip of tabs over pages of one subject, each with an address of its own. */
export function LinkTabs({ name, pages }: { name: string; pages: readonly LinkedPage[] }) {
  return (
    <nav className={styles.tabs} aria-label={name}>
      {pages.map((page) => (
        <Link
          key={page.to}
          to={page.to}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.tab}
        >
          {page.name}
        </Link>
      ))}
    </nav>
  );
}
