import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { download } from "@/lib/file-download";
import { InventoryBody } from "@/subjects/hosts/parts/InventoryBody";
import type { InventoryDocument } from "@/subjects/hosts/parts/inventory/document";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";

interface InventoryCardProps {
  inventory: InventoryDocument;
  subtitle: ReactNode;
  /** For the name of the downloaded file. */
  hostName: string;
  /** Below the readable part: firmware settings where they are known. */
  children?: ReactNode;
}

/** The inventory to read, to copy and to take away. */
export function InventoryCard({ inventory, subtitle, hostName, children }: InventoryCardProps) {
  const text = JSON.stringify(inventory, null, 2);
  const save = () =>
    download(
      new Blob([text], { type: "application/json" }),
      `inventory-${hostName.replace(/[^\w.-]+/g, "_")}.json`,
    );
  return (
    <Card
      title={t`Hardware inventory`}
      subtitle={subtitle}
      actions={
        <>
          <CopyButton text={text} name={t`inventory as JSON`} />
          <Button
            variant="default"
            className="no-print"
            leftSection={<IconDownload size={14} />}
            onClick={save}
          >
            JSON
          </Button>
        </>
      }
    >
      <InventoryBody inventory={inventory} />
      {children}
    </Card>
  );
}
