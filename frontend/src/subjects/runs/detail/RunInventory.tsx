import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RunDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { InventoryCard } from "@/subjects/hosts/controls/InventoryCard";
import { FirmwareTable } from "@/subjects/hosts/parts/FirmwareTable";
import { inventoryQuery } from "@/subjects/hosts/queries/inventories";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";

/** The machine as it was when the run was made. */
export function RunInventory({ run }: { run: RunDetail }) {
  if (run.inventory === null) {
    return (
      <Card title={t`Hardware inventory`}>
        {run.inventory_id === null ? (
          <EmptyMessage
            title={t`No inventory was sent with this run.`}
            detail={t`Imported results have none; the agent sends one with every run.`}
          />
        ) : (
          <EmptyMessage
            title={t`The inventory of this run is too long to show here.`}
            detail={t`The page of its host shows the hardware.`}
          />
        )}
      </Card>
    );
  }
  return (
    <InventoryCard
      inventory={run.inventory}
      hostName={run.host.name}
      subtitle={
        <>
          {run.hardware_stated_at === null ? (
            t`The host at the time of the run`
          ) : (
            <Trans>
              Entered manually, <Moment iso={run.hardware_stated_at} />; the run had no inventory
            </Trans>
          )}{" "}
          ·{" "}
          <Link className="link-in-text" to={paths.host(run.host.id, { inventory: run.inventory_id })}>
            <Trans>{{ name: run.host.name }}: hardware and changes</Trans>
          </Link>
        </>
      }
    >
      {run.inventory_id !== null && <Firmware inventoryId={run.inventory_id} />}
    </InventoryCard>
  );
}

/** Settings are read from the stored inventory by the service; without an answer nothing is claimed. */
function Firmware({ inventoryId }: { inventoryId: string }) {
  const { data } = useQuery(inventoryQuery(inventoryId));
  if (data === undefined) return null;
  return (
    <section aria-label={t`BIOS settings`} style={{ marginTop: 20 }}>
      <h3 style={{ marginBottom: 6 }}>
        <Trans>BIOS settings</Trans>
      </h3>
      <FirmwareTable settings={data.firmware} />
    </section>
  );
}
