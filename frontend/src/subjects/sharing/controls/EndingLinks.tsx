import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { Share } from "@/api/types";
import { Dialog } from "@/ui/Dialog";

interface EndingLinksProps {
  /** How many runs are to be deleted. */
  runs: number;
  /** Links that show them and still open. */
  links: readonly Share[];
  isPending: boolean;
  onChoose: (links: "revoke" | "keep") => void;
  onClose: () => void;
}

/** Asks what becomes of the links of runs that are to be deleted, and names them. */
export function EndingLinks({ runs, links, isPending, onChoose, onClose }: EndingLinksProps) {
  const isOne = runs === 1;
  return (
    <Dialog
      title={isOne ? t`Delete this run?` : t`Delete ${plural(runs, { one: "# run", other: "# runs" })}?`}
      onClose={onClose}
    >
      <p>
        <Trans>
          <Plural
            value={{ links: links.length }}
            one="# link shared with others shows"
            other="# links shared with others show"
          />{" "}
          a frozen copy of {{ runs: isOne ? t`it` : t`them` }}.
        </Trans>
      </p>
      <ul className="bullets muted above-10" style={{ maxHeight: "30vh", overflow: "auto" }}>
        {links.map(({ id, label, title }) => (
          <li key={id}>{label ?? title}</li>
        ))}
      </ul>
      <div className="flow to-end gap-8 above-16">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="default" loading={isPending} onClick={() => onChoose("keep")}>
          <Trans>Delete, keep the links</Trans>
        </Button>
        <Button color="red" loading={isPending} onClick={() => onChoose("revoke")}>
          <Trans>Delete, revoke the links</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
