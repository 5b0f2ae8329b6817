import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AgainstPart } from "@/api/types";
import { paths } from "@/lib/paths";
import { HeldBadge } from "@/subjects/watch/controls/references/HeldFigure";
import styles from "@/subjects/watch/controls/references/References.module.css";
import { againstQuery, type Subject } from "@/subjects/watch/queries/references";

/** A run or a batch against what is pinned for it, in a sentence with the way to the comparison; nothing where nothing is. */
export function AgainstReference({ of }: { of: Subject }) {
  const parts = useQuery(againstQuery(of)).data?.parts ?? [];
  if (parts.length === 0) return null;
  return (
    <section className={styles.against} aria-label={t`Against the baseline`}>
      <ul className="stack gap-6">
        {parts.map((part) => (
          <li className="line gap-8" key={part.reference.id}>
            <HeldBadge part={part} />
            <span>
              {part.sentence}
              {"run" in of &&
                part.runs > 1 &&
                t` These are this run and its repeats, ${plural({ runs: part.runs }, { one: "# run", other: "# runs" })}.`}{" "}
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
    return (
      <Link to={paths.references()}>
        <Trans>Baselines</Trans>
      </Link>
    );
  return (
    <Link to={paths.compare({ base, news: [newer] })}>
      <Trans>Compare</Trans>
    </Link>
  );
}
