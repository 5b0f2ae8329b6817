import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CloseButton } from "@mantine/core";
import { type FilterRecord, isEmptyFilter, toggled } from "@/lib/filter";
import styles from "@/subjects/runs/controls/filters/FilterBar.module.css";
import { useValueInWords } from "@/subjects/runs/controls/filters/use-value-in-words";

interface FilterChipsProps {
  filter: FilterRecord;
  /** The title of a key, where it has one. */
  titleOf: (key: string) => string;
  /** Whether the facets count what the words searched for match. */
  isCounted: boolean;
  onChange: (filter: FilterRecord) => void;
}

/** The filter in words, each value with its remove button. */
export function FilterChips({ filter, titleOf, isCounted, onChange }: FilterChipsProps) {
  const inWords = useValueInWords(filter);
  if (isEmptyFilter(filter)) return null;
  const chips = Object.entries(filter).flatMap(([key, values]) => values.map((value) => ({ key, value })));
  return (
    <div className={styles.chips}>
      {chips.map(({ key, value }) => {
        const words = `${titleOf(key)} ${inWords(key, value)}`;
        return (
          <span
            key={`${key}=${value}`}
            className="inline-row gap-2 rigid fits accent small round-control on-accent"
            style={{ paddingLeft: 10 }}
          >
            <Trans>
              {{ key: titleOf(key) }}&nbsp;
              <bdi className="strong clipped">{ph({ value: inWords(key, value) })}</bdi>
              <CloseButton
                className="no-print"
                size="sm"
                aria-label={t`Remove filter ${words}`}
                onClick={() => onChange(toggled(filter, key, value))}
              />
            </Trans>
          </span>
        );
      })}
      {chips.length > 1 && (
        <button type="button" className={`${styles.clear} no-print`} onClick={() => onChange({})}>
          <Trans>Clear all</Trans>
        </button>
      )}
      {!isCounted && (
        <span className="hint unbroken">
          <Trans>Too many runs match the search words, so filter counts ignore them.</Trans>
        </span>
      )}
    </div>
  );
}
