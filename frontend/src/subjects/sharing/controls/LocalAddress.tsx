import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SharePreview } from "@/api/types";

type Reach = SharePreview["reach"];

const WHERE: Record<Exclude<Reach, "anywhere">, string> = {
  this_machine: t`only open on this machine`,
  this_network: t`only open in this network`,
};

/** Before a link is sent to somebody who cannot open it. */
export function LocalAddress({ reach, address }: { reach: Reach; address: string }) {
  if (reach === "anywhere") return null;
  return (
    <p
      className="warn round-control on-warn"
      style={{ padding: "6px 10px" }}
      role="note"
      aria-label={t`The link's address is local`}
    >
      <Trans>
        Links from this server (<code>{address}</code>) {{ reach: WHERE[reach] }}. Set{" "}
        <code>FIOBOARD_BASE_URL</code> to an address that the recipient can reach, or send the PDF.
      </Trans>
    </p>
  );
}
