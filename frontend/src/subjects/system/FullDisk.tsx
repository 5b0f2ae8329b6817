import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { infoQuery } from "@/subjects/accounts/queries/session";

const ASK_EVERY_MS = 60_000;

/** While the service's disk is nearly full, every page says so, and what to do: nothing else may look broken for it. */
export function FullDisk() {
  const { data: info } = useQuery({ ...infoQuery(), staleTime: 0, refetchInterval: ASK_EVERY_MS });
  if (info?.storage !== "full") return null;
  return (
    <p role="status" className="ruled-below on-warn" style={{ padding: "8px 20px" }}>
      <Trans>
        <strong>The disk of the service's database is nearly full.</strong> New results are refused until
        there is space; agents keep theirs and retry. Free up space; no restart needed.
      </Trans>
    </p>
  );
}
