import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Schedule } from "@/api/types";
import { isSearch, listTests, type Offers, type TestChoice } from "@/subjects/measuring/controls/test-choice";
import { allOffersQuery } from "@/subjects/measuring/queries/requests";

export interface Companion {
  id: string;
  name: string;
  /** Where it measures: the same place if it lists that, else its first. */
  target: string;
}

/** Other hosts that can start this at one moment with this one; none of a search, which measures other steps on each.
 * Those of the schedule that is changed stay, also where they cannot start now: each on its target until that of this
 * host is another. */
export function useCompanions(
  hostId: string,
  offers: Offers | null,
  test: TestChoice | null,
  schedule: Schedule | null = null,
): readonly Companion[] {
  const isPossible = test !== null && !isSearch(test) && offers?.starts_together === true;
  const all = useQuery({ ...allOffersQuery(), enabled: isPossible }).data?.items ?? [];
  if (!isPossible) return [];
  const found = all.flatMap(({ host_id: id, host_name: name, offers: own, is_away: isAway }) => {
    const targets = own?.targets.map((one) => one.name) ?? [];
    const target = targets.includes(test.target) ? test.target : targets[0];
    const isListed = own !== null && listTests(own).some(({ value }) => value === test.test);
    const canStart = isListed && own.starts_together === true && !isAway;
    return id === hostId || !canStart || target === undefined ? [] : [{ id, name, target }];
  });
  const kept = listOthers(schedule);
  const isSameTarget = schedule?.target === test.target;
  return [
    ...found.map((one) => (isSameTarget ? (kept.find(({ id }) => id === one.id) ?? one) : one)),
    ...kept.filter(({ id }) => !found.some((one) => one.id === id)),
  ];
}

/** The hosts that start together with a schedule's own. */
export function listOthers(schedule: Schedule | null): readonly Companion[] {
  const others = schedule?.hosts?.filter(({ host }) => host.id !== schedule.host.id) ?? [];
  return others.map(({ host, target }) => ({ id: host.id, name: host.name, target }));
}

interface CompanionsProps {
  companions: readonly Companion[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Chooses hosts that start together with this one; nothing where none can. */
export function Companions({ companions, chosen, onChange }: CompanionsProps) {
  if (companions.length === 0) return null;
  return (
    <fieldset className="flow compact above-10" style={{ gap: "4px 12px" }}>
      <legend>
        <Trans>Start together with</Trans>
      </legend>
      {companions.map(({ id, name, target }) => (
        <label className="inline-row gap-4 tall-24" key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
          {t`${name} on ${target}`}
        </label>
      ))}
    </fieldset>
  );
}
