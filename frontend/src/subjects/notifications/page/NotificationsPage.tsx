import { t } from "@lingui/core/macro";
import { OnlyWith } from "@/subjects/accounts/controls/OnlyWith";
import { SettingsTabs } from "@/subjects/accounts/controls/SettingsTabs";
import { FeedList } from "@/subjects/notifications/page/FeedList";
import { NewRule } from "@/subjects/notifications/page/RuleForm";
import { RuleList } from "@/subjects/notifications/page/RuleList";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";

/** Who is told of changes, where and when, and how that fares. */
export function NotificationsPage() {
  return (
    <div className="settings-page">
      <PageHeader title={t`Settings`} subtitle={t`Get notified about regressions and hardware problems`} />
      <SettingsTabs />
      <OnlyWith right="account" needs={t`Sign in with an account to get notifications.`}>
        <div className="stack gap-16">
          <Card title={t`Rules`} isFlush>
            <RuleList />
          </Card>
          <Card title={t`New rule`} subtitle={t`Sends each new change and event once`}>
            <NewRule />
          </Card>
          <Card title={t`Feeds`} subtitle={t`Atom feeds of saved views`} isFlush>
            <FeedList />
          </Card>
        </div>
      </OnlyWith>
    </div>
  );
}
