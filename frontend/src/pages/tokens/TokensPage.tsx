import { t } from "@lingui/core/macro";
import { AddHost } from "@/components/AddHost";
import { OnlyWith } from "@/components/OnlyWith";
import { SettingsTabs } from "@/components/SettingsTabs";
import { EnrolledHosts } from "@/pages/tokens/EnrolledHosts";
import { NewTokenForm } from "@/pages/tokens/NewTokenForm";
import styles from "@/pages/tokens/TokensPage.module.css";
import { TokenTable } from "@/pages/tokens/TokenTable";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";

/** Connecting hosts and scripts. */
export function TokensPage() {
  return (
    <div className={styles.page}>
      <PageHeader title={t`Settings`} subtitle={t`Hosts and scripts with access to this service`} />
      <SettingsTabs />
      <OnlyWith right="session" needs={t`Only admins manage hosts and tokens.`}>
        <div className={styles.cards}>
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
