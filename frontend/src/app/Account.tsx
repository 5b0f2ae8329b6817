import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconLogout } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import styles from "@/app/Navigation.module.css";
import { paths } from "@/lib/paths";
import { sessionQuery, signOut } from "@/subjects/accounts/queries/session";

/** Who is signed in on this browser, and the way out. */
export function Account() {
  const session = useQuery(sessionQuery());
  const navigate = useNavigate();
  const cache = useQueryClient();
  const leave = useMutation({
    ...signOut(),
    onSuccess: async () => {
      await navigate({ to: paths.login() });
      // Nothing of the account may be left on the screen of the next one.
      cache.clear();
    },
  });
  if (session.data === undefined) return null;
  return (
    <p className={styles.account}>
      <Link
        to={paths.account()}
        className={`clipped ${styles.name}`}
        title={t`Your account, ${{ role: session.data.role }}`}
      >
        {session.data.name}
      </Link>
      <button
        type="button"
        className={styles.leave}
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
        title={t`Sign out`}
      >
        <IconLogout className={styles.door} size={17} stroke={1.7} aria-hidden="true" />
        <span className={styles.name}>
          <Trans>Sign out</Trans>
        </span>
      </button>
    </p>
  );
}
