import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { areLettersOn, switchLetters } from "@/components/shortcuts";
import styles from "@/pages/account/AccountPage.module.css";
import { Card } from "@/ui/Card";

/** Whether keys of one letter are commands; kept in this browser. */
export function KeyboardCard() {
  const [areOn, setOn] = useState(areLettersOn);
  return (
    <Card title={t`Keyboard`} subtitle={t`Kept in this browser. Ctrl K works always.`}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={areOn}
          onChange={(event) => {
            switchLetters(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        <Trans>Single letters are commands: / searches, j and k walk the rows, ? lists them all</Trans>
      </label>
    </Card>
  );
}
