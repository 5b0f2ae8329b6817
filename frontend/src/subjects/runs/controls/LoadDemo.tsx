import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { addresses } from "@/lib/address";
import { paths } from "@/lib/paths";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { demoQuery, loadDemo } from "@/subjects/runs/queries/demo";

const ASK_EVERY_MS = 400;

/** Loads the demo data, shows how far it is, and opens Today, which shows its regression first. */
export function LoadDemo() {
  const navigate = useNavigate();
  const options = loadDemo();
  const load = useMutation({
    ...options,
    // Not given to `mutate`: the page of no hosts goes as soon as the first is there, and would take its callback along.
    onSuccess: async (...outcome) => {
      const { params } = addresses.today.parse({});
      await navigate({ to: paths.today(), search: addresses.today.write({ ...params, days: "30" }) });
      return options.onSuccess?.(...outcome);
    },
  });
  const { data: state } = useQuery({
    ...demoQuery(),
    enabled: load.isPending,
    refetchInterval: ASK_EVERY_MS,
  });
  const begin = () => load.mutate(undefined);
  if (!useMay("admin")) return null;
  return (
    <div className="grid gap-8 ruled" style={{ paddingTop: 12 }}>
      <p>
        <Trans>
          Or look around first: five real cases, a regression over three weeks, a sweep and a virtual machine.
        </Trans>
      </p>
      {load.isPending ? (
        <div role="status">
          <progress
            className="full"
            aria-label={t`Loading the demo data`}
            max={state?.all_runs ?? 1}
            value={state?.runs ?? 0}
          />
          <p>
            {state === undefined || state.runs < state.all_runs
              ? loadedWords(state)
              : t`Looking for changes …`}
          </p>
        </div>
      ) : (
        <div>
          <Button variant="default" onClick={begin}>
            <Trans>Load demo data</Trans>
          </Button>
        </div>
      )}
      {load.isError && (
        <MutationError title={t`The demo data could not be loaded.`} error={load.error} onRetry={begin} />
      )}
    </div>
  );
}

function loadedWords(state: { runs: number; all_runs: number } | undefined): string {
  return state === undefined
    ? t`Loading …`
    : t`${{ runs: state.runs }} of ${plural({ all_runs: state.all_runs }, { one: "# run", other: "# runs" })} loaded`;
}
