import { t } from "@lingui/core/macro";
import { OnlyWith } from "@/subjects/accounts/controls/OnlyWith";
import { SettingsTabs } from "@/subjects/accounts/controls/SettingsTabs";
import { EnrolledHosts } from "@/subjects/accounts/tokens/EnrolledHosts";
import { NewTokenForm } from "@/subjects/accounts/tokens/NewTokenForm";
import { TokenTable } from "@/subjects/accounts/tokens/TokenTable";
import { AddHost } from "@/subjects/hosts/controls/AddHost";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";

/** Connecting hosts and scripts. */
export function TokensPage() {
  return (
    <div className="settings-page">
      <PageHeader title={t`Settings`} subtitle={t`Hosts and scripts that can access this service`} />
      <SettingsTabs />
      <OnlyWith right="session" needs={t`Only admins manage hosts and tokens.`}>
        <div className="stack gap-16">
          <Card title={t`Add a host`}>
            <AddHost />
          </Card>
          <Card title={t`Enrolled hosts`} isFlush>
            <EnrolledHosts />
          </Card>
          <Card
            title={t`New API token`}
            subtitle={t`For scripts. The install command above gives each host its own token.`}
          >
            <NewTokenForm />
          </Card>
          <Card title={t`API tokens`} isFlush>
            <TokenTable />
          </Card>
        </div>
      </OnlyWith>
    </div>
  );
}
