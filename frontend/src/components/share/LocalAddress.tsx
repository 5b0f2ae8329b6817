import type { SharePreview } from "@/api/types";
import styles from "@/components/share/ShareDialog.module.css";

type Reach = SharePreview["reach"];

const WHERE: Record<Exclude<Reach, "anywhere">, string> = {
  this_machine: "opens on the machine of this service only",
  this_network: "opens within this network only",
};

/** Before a link is sent to somebody who cannot open it. */
export function LocalAddress({ reach, address }: { reach: Reach; address: string }) {
  if (reach === "anywhere") return null;
  return (
    <p className={styles.warning} role="note" aria-label="The link's address is local">
      The link will begin with <code>{address}</code>, which {WHERE[reach]}: a vendor elsewhere cannot open
      it. Have <code>FIOBOARD_BASE_URL</code> set to an address that they reach, or send the printed report.
    </p>
  );
}
