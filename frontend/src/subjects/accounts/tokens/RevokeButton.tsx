import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

interface RevokeButtonProps {
  /** What is revoked, in words. */
  name: string;
  onRevoke: () => Promise<unknown>;
}

/** Two steps: whoever uses a token or a code is locked out at once. */
export function RevokeButton({ name, onRevoke }: RevokeButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({ mutationFn: onRevoke });
  if (!isAsking) {
    return (
      <Button variant="default" aria-label={t`Revoke ${{ name }}`} onClick={() => setAsking(true)}>
        <Trans>Revoke</Trans>
      </Button>
    );
  }
  return (
    <span className="inline-row gap-6">
      <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
        {revoke.isError ? t`Not revoked, try again` : t`Revoke ${{ name }}`}
      </Button>
      <Button variant="default" onClick={() => setAsking(false)}>
        <Trans>Keep</Trans>
      </Button>
    </span>
  );
}
