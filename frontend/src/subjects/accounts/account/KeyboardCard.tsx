import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Card } from "@/ui/Card";
import { areLettersOn, switchLetters } from "@/ui/shortcuts";

/** Whether keys of one letter are commands; kept in this browser. */
export function KeyboardCard() {
  const [areOn, setOn] = useState(areLettersOn);
  return (
    <Card title={t`Keyboard`} subtitle={t`Saved in this browser. Ctrl K always works.`}>
      <label className="line gap-8 clickable tall-24">
        <input
          type="checkbox"
          checked={areOn}
          onChange={(event) => {
            switchLetters(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        <Trans>Single-key shortcuts: / searches, j and k move between rows, ? lists all shortcuts</Trans>
      </label>
    </Card>
  );
}
