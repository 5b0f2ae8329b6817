import { Trans } from "@lingui/react/macro";
import styles from "@/ui/PlainHttp.module.css";

/** Over plain http from another machine, passwords and sessions can be read on the way: said on every page. */
export function PlainHttp() {
  // Secure for the browser: https, and http from the machine itself.
  if (window.isSecureContext !== false) return null;
  return (
    <p role="alert" className={styles.banner}>
      <Trans>Insecure connection (HTTP): passwords and sessions can be intercepted. Use HTTPS.</Trans>
    </p>
  );
}
