import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { RequestGroup } from "@/api/types";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { cancelGroup } from "@/subjects/measuring/queries/request-groups";

/** Cancels all hosts at once, for those who may. */
export function CancelGroup({ group }: { group: RequestGroup }) {
  const mayWrite = useMay("write");
  const cancel = useMutation(cancelGroup());
  const isAsked = group.hosts.some(({ request }) => request.cancel_asked_at !== null);
  if (!mayWrite) return null;
  return (
    <Button
      variant="default"
      loading={cancel.isPending}
      disabled={isAsked}
      onClick={() => cancel.mutate(group.id)}
    >
      {isAsked ? t`Cancelling` : t`Cancel all`}
    </Button>
  );
}
