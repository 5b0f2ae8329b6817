import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { paths } from "@/lib/paths";
import { KeyboardCard } from "@/subjects/accounts/account/KeyboardCard";
import { PasswordForm } from "@/subjects/accounts/account/PasswordForm";
import { SessionTable } from "@/subjects/accounts/account/SessionTable";
import { SettingsTabs } from "@/subjects/accounts/controls/SettingsTabs";
import { SingleSignOnButton } from "@/subjects/accounts/controls/SingleSignOnButton";
import { infoQuery, sessionQuery } from "@/subjects/accounts/queries/session";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** The reader's own password, sessions and keys. */
export function AccountPage() {
  const session = useQuery(sessionQuery());
  const info = useQuery(infoQuery());
  const provider = info.data?.single_sign_on;
  return (
    <div className="settings-page">
      <PageHeader
        title={t`Settings`}
        subtitle={
          session.data === undefined
            ? t`Your account`
            : t`Signed in as ${{ name: session.data.name }}; role: ${{ role: session.data.role }}`
        }
      />
      <SettingsTabs />
      {session.isError ? (
        <QueryError title={t`Your account could not be loaded.`} error={session.error} />
      ) : session.isPending ? (
        <Skeleton height={220} />
      ) : (
        <div className="stack gap-16">
          {info.data?.has_password_login !== false && (
            <Card
              title={session.data.has_password ? t`Change your password` : t`Set a password`}
              subtitle={
                session.data.has_password
                  ? t`Signs you out everywhere else.`
                  : session.data.has_single_sign_on
                    ? t`A second way to sign in when single sign-on is unavailable.`
                    : t`Signed in with a one-time link. Set a password to sign in next time.`
              }
            >
              <PasswordForm hasOne={session.data.has_password} />
            </Card>
          )}
          {typeof provider === "string" && (
            <Card
              title={provider}
              subtitle={
                session.data.has_single_sign_on
                  ? t`Connected. You can sign in with it.`
                  : t`Not connected. Connect it to sign in with it; it may then decide your role.`
              }
            >
              {!session.data.has_single_sign_on && (
                <div className="stack gap-12" style={{ maxWidth: 360 }}>
                  <div>
                    <SingleSignOnButton
                      purpose="connect"
                      label={t`Connect ${provider}`}
                      next={paths.account()}
                    />
                  </div>
                </div>
              )}
            </Card>
          )}
          <KeyboardCard />
          {/* Last: its rows are as many as there are browsers. */}
          <Card title={t`Active sessions`} isFlush>
            <SessionTable />
          </Card>
        </div>
      )}
    </div>
  );
}
