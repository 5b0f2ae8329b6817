import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { MeasureRequest } from "@/api/types";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { linkToRequest } from "@/subjects/measuring/parts/request-words";
import { addRequest, type NewRequest } from "@/subjects/measuring/queries/requests";

/** Asks for the same once more: of one host, or of all that started together. */
export function RequestAgain({ requests }: { requests: readonly MeasureRequest[] }) {
  const mayWrite = useMay("write");
  const add = useMutation(addRequest());
  const navigate = useNavigate();
  const body = repeat(requests);
  if (!mayWrite || body === null) return null;
  return (
    <>
      <Button
        variant="default"
        loading={add.isPending}
        onClick={() =>
          add.mutate(body, {
            onSuccess: ({ id, group_id }) => void navigate({ to: linkToRequest(id, group_id) }),
          })
        }
      >
        <Trans>Run again</Trans>
      </Button>
      {add.isError && (
        <p role="alert">
          <Trans>Not requested: {{ message: add.error.message }}</Trans>
        </p>
      )}
    </>
  );
}

function repeat(requests: readonly MeasureRequest[]): NewRequest | null {
  const [first] = requests;
  if (first === undefined) return null;
  const { kind, name, run_id, target, parameters, priority } = first;
  const wanted = { kind, name, run_id, target, parameters, priority };
  if (requests.length === 1) return { ...wanted, host_id: first.host.id };
  return { ...wanted, hosts: requests.map(({ host, target: own }) => ({ host_id: host.id, target: own })) };
}
