import { Button } from "@mantine/core";
import type { Share } from "@/api/types";
import styles from "@/components/share/EndingLinks.module.css";
import { countOf } from "@/lib/format";
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
  const [one, it] = runs === 1 ? ["this run", "it"] : [countOf(runs, "run"), "them"];
  return (
    <Dialog title={`Delete ${one}?`} onClose={onClose}>
      <p>
        {countOf(links.length, "link")} shared with others show{links.length === 1 ? "s" : ""} a frozen copy
        of {it}.
      </p>
      <ul className={styles.links}>
        {links.map(({ id, label, title }) => (
          <li key={id}>{label ?? title}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" loading={isPending} onClick={() => onChoose("keep")}>
          Delete, keep the links
        </Button>
        <Button color="red" loading={isPending} onClick={() => onChoose("revoke")}>
          Delete, revoke the links
        </Button>
      </div>
    </Dialog>
  );
}
