import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { infoQuery } from "@/api/queries/session";
import { OnlyWith } from "@/components/OnlyWith";
import { SettingsTabs } from "@/components/SettingsTabs";
import { InvitationTable } from "@/pages/people/InvitationTable";
import { InviteForm } from "@/pages/people/InviteForm";
import styles from "@/pages/people/PeoplePage.module.css";
import { UserTable } from "@/pages/people/UserTable";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";

/** Who may come in, and as what. */
export function PeoplePage() {
  const info = useQuery(infoQuery());
  return (
    <div className={styles.page}>
      <PageHeader title={t`Settings`} subtitle={t`Who can sign in`} />
      <SettingsTabs />
      <OnlyWith right="session" needs={t`Only admins can manage people.`}>
        <div className={styles.cards}>
          <Card title={t`People`} isFlush>
            <UserTable />
          </Card>
          {info.data?.has_password_login !== false && (
            <Card
              title={t`Invite user`}
              subtitle={t`Single-use link; the user chooses a name and a password.`}
            >
              <InviteForm />
            </Card>
          )}
          <Card title={t`Invitations`} isFlush>
            <InvitationTable />
          </Card>
        </div>
      </OnlyWith>
    </div>
  );
}
