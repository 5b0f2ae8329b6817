import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { demoQuery, removeDemo } from "@/subjects/runs/queries/demo";

/** Says that demo data is among what is shown, and removes all of it; nothing where none is. */
export function RemoveDemo() {
  const mayRemove = useMay("admin");
  const demo = useQuery({ ...demoQuery(), enabled: mayRemove });
  const remove = useMutation(removeDemo());
  if (!mayRemove || demo.data === undefined || demo.data.runs === 0) return null;
  return (
    <div className="flow centred gap-8 muted small">
      <span>
        <Trans>
          <Plural value={{ runs: demo.data.runs }} one="# demo run" other="# demo runs" /> on hosts named “…
          (demo)”.
        </Trans>
      </span>
      <Button variant="subtle" size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate()}>
        <Trans>Remove demo data</Trans>
      </Button>
      {remove.isError && (
        <MutationError
          title={t`The demo data could not be removed.`}
          error={remove.error}
          onRetry={() => remove.mutate()}
        />
      )}
    </div>
  );
}
