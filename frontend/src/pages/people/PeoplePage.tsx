import { SettingsTabs } from "@/components/SettingsTabs";
import { InvitationTable } from "@/pages/people/InvitationTable";
import { InviteForm } from "@/pages/people/InviteForm";
import styles from "@/pages/people/PeoplePage.module.css";
import { UserTable } from "@/pages/people/UserTable";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";

/** Who may come in, and as what. */
export function PeoplePage() {
  return (
    <div className={styles.page}>
      <PageHeader title="Settings" subtitle="People who may sign in" />
      <SettingsTabs />
      <div className={styles.cards}>
        <Card title="People" isFlush>
          <UserTable />
        </Card>
        <Card title="Invite somebody" subtitle="The link works once. They choose a name and a password.">
          <InviteForm />
        </Card>
        <Card title="Invitations" isFlush>
          <InvitationTable />
        </Card>
      </div>
    </div>
  );
}
