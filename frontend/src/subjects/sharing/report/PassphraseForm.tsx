import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";

interface PassphraseFormProps {
  isWrong: boolean;
  onSubmit: (passphrase: string) => Promise<void>;
}

/** The words the sender told in another way. They stay in this page's memory and nowhere else. */
export function PassphraseForm({ isWrong, onSubmit }: PassphraseFormProps) {
  const [words, setWords] = useState("");
  const [tried, setTried] = useState("");
  const [isPending, setPending] = useState(false);
  const submit = async () => {
    setPending(true);
    setTried(words);
    await onSubmit(words);
    setPending(false);
  };
  return (
    <form
      className="stack gap-14"
      style={{ alignSelf: "stretch" }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>
        <Trans>A passphrase protects this report.</Trans>
      </h1>
      <PasswordInput
        label={t`Passphrase`}
        description={t`Ask the sender of the link for it.`}
        autoComplete="off"
        autoFocus
        value={words}
        error={isWrong && words === tried ? t`Wrong passphrase.` : null}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" size="sm" loading={isPending} disabled={words === ""}>
          <Trans>Open</Trans>
        </Button>
      </div>
    </form>
  );
}
