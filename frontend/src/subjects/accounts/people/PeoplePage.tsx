import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { OnlyWith } from "@/subjects/accounts/controls/OnlyWith";
import { SettingsTabs } from "@/subjects/accounts/controls/SettingsTabs";
import { InvitationTable } from "@/subjects/accounts/people/InvitationTable";
import { InviteForm } from "@/subjects/accounts/people/InviteForm";
import { UserTable } from "@/subjects/accounts/people/UserTable";
import { infoQuery } from "@/subjects/accounts/queries/session";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";

/** Who may come in, and as what. */
export function PeoplePage() {
  const info = useQuery(infoQuery());
  return (
    <div className="settings-page">
      <PageHeader title={t`Settings`} subtitle={t`Who can sign in`} />
      <SettingsTabs />
      <OnlyWith right="session" needs={t`Only admins can manage people.`}>
        <div className="stack gap-16">
          <Card title={t`People`} isFlush>
            <UserTable />
          </Card>
          {info.data?.has_password_login !== false && (
            <Card
              title={t`Invite user`}
              subtitle={t`Creates a single-use link. The invited person chooses a user name and password.`}
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
