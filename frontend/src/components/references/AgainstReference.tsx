import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { againstQuery, type Subject } from "@/api/queries/references";
import type { AgainstPart } from "@/api/types";
import { HeldBadge } from "@/components/references/HeldFigure";
import styles from "@/components/references/References.module.css";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";

/** A run or a batch against what is pinned for it, in a sentence with the way to the comparison; nothing where nothing is. */
export function AgainstReference({ of }: { of: Subject }) {
  const parts = useQuery(againstQuery(of)).data?.parts ?? [];
  if (parts.length === 0) return null;
  return (
    <section className={styles.against} aria-label="Against the baseline">
      <ul>
        {parts.map((part) => (
          <li key={part.reference.id}>
            <HeldBadge part={part} />
            <span>
              {part.sentence}
              {"run" in of &&
                part.runs > 1 &&
                ` These are this run and its repeats, ${countOf(part.runs, "run")}.`}{" "}
              <Ways part={part} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ways({ part: { base, new: newer, state } }: { part: AgainstPart }) {
  if (state === "is_reference" || base === "" || newer === "")
    return <Link to={paths.references()}>Baselines</Link>;
  return <Link to={paths.compare({ base, news: [newer] })}>Compare</Link>;
}
