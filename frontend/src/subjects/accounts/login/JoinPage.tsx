import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, referenceOf } from "@/api/errors";
import { LIMITS } from "@/api/vocabulary.gen";
import { paths } from "@/lib/paths";
import { codeInAddress } from "@/subjects/accounts/login/code";
import { useArrivingCode } from "@/subjects/accounts/login/use-arriving-code";
import { acceptInvitation } from "@/subjects/accounts/queries/people";
import { ErrorMessage } from "@/ui/ErrorMessage";
import { SoloPage } from "@/ui/SoloPage";

/** Makes the reader's own account with an invitation's code. */
export function JoinPage() {
  const [code, setCode] = useState(codeInAddress);
  useArrivingCode(setCode);
  const [draft, setDraft] = useState({ name: "", password: "" });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const join = useMutation({
    ...acceptInvitation(),
    onSuccess: async () => {
      cache.clear();
      await navigate({ to: paths.home(), replace: true });
    },
  });
  const wrongField = fieldOf(join.error);
  if (code === null) {
    return (
      <SoloPage title={t`Join`}>
        <p>
          <Trans>This invitation link is incomplete. Open the full link, or ask for a new one.</Trans>
        </p>
      </SoloPage>
    );
  }
  return (
    <SoloPage title={t`Join fioboard`}>
      <p>
        <Trans>You are invited to this service. Choose how to sign in.</Trans>
      </p>
      <form
        className="stack gap-14"
        style={{ marginBlock: 16 }}
        onSubmit={(event) => {
          event.preventDefault();
          join.mutate({ code, name: draft.name.trim(), password: draft.password });
        }}
      >
        <TextInput
          label={t`Name`}
          autoComplete="username"
          maxLength={LIMITS.maxUserNameCharacters}
          required
          error={wrongField === "name" ? join.error?.message : null}
          errorProps={{ role: "alert" }}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <PasswordInput
          label={t`Password`}
          description={t`At least ${{ minPasswordCharacters: LIMITS.minPasswordCharacters }} characters; a passphrase is best.`}
          autoComplete="new-password"
          required
          error={wrongField === "password" ? join.error?.message : null}
          errorProps={{ role: "alert" }}
          value={draft.password}
          onChange={(event) => setDraft({ ...draft, password: event.currentTarget.value })}
        />
        <Button
          type="submit"
          loading={join.isPending}
          disabled={draft.name.trim() === "" || draft.password.length < LIMITS.minPasswordCharacters}
        >
          <Trans>Create my account</Trans>
        </Button>
      </form>
      {join.isError && wrongField === null && (
        <ErrorMessage
          title={t`Your account was not created.`}
          detail={join.error.message}
          requestId={referenceOf(join.error)}
        />
      )}
    </SoloPage>
  );
}

/** The field that the service refused, where it was one. */
function fieldOf(error: unknown): "name" | "password" | null {
  if (!(error instanceof ApiError)) return null;
  return error.kind === "NameTaken" ? "name" : error.kind === "WeakPassword" ? "password" : null;
}
