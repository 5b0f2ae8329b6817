import { plural, t } from "@lingui/core/macro";
import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Facet } from "@/api/types";
import { type FilterRecord, merged, parseTyped } from "@/lib/filter";
import { isReadFromDocuments, metricOf } from "@/lib/metrics";
import styles from "@/subjects/runs/controls/filters/FilterBar.module.css";
import { lastWord, suggest, toSuggested } from "@/subjects/runs/controls/filters/suggest";
import { facetsQuery } from "@/subjects/runs/queries/facets";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { searchBoxCame } from "@/ui/search-box";

/** A pause this long asks the service. */
const TYPING_MS = 150;

interface SearchBoxProps {
  name: string;
  filter: FilterRecord;
  facets: readonly Facet[];
  onChange: (filter: FilterRecord) => void;
}

/** Words to search for, and filters typed as `key=value`; `/` jumps here. */
export function SearchBox({ filter, ...rest }: SearchBoxProps) {
  const words = filter["q"]?.at(-1) ?? "";
  // Follows the address when that changes from elsewhere: a new key makes a new box.
  return <Box key={words} words={words} filter={filter} {...rest} />;
}

function Box({ name, words, filter, facets, onChange }: SearchBoxProps & { words: string }) {
  const [text, setText] = useState(words);
  const sought = useSoughtFacet(text, filter, facets);
  const declared = useQuery(factorsQuery()).data?.items;
  const known = useMemo(
    () => facets.map((facet) => toSuggested(sought?.key === facet.key ? sought : facet, declared ?? [])),
    [facets, sought, declared],
  );
  const suggestions = useMemo(() => suggest(text, known), [text, known]);
  const hints = useMemo(() => new Map(suggestions.map((one) => [one.text, one])), [suggestions]);
  const slow = useMemo(() => slowFilter(text), [text]);
  const submit = () => {
    const typed = parseTyped(text);
    const { q: _old, ...rest } = filter;
    onChange(merged(rest, { ...typed.filter, ...(typed.words === "" ? {} : { q: [typed.words] }) }));
    setText(typed.words);
  };
  const renderOption: AutocompleteProps["renderOption"] = ({ option }) => {
    const suggestion = hints.get(option.value);
    return (
      <span className="flex spread gap-16 full">
        <code>{suggestion?.label ?? option.value}</code>
        <span className="faint tiny unbroken">{suggestion?.hint}</span>
      </span>
    );
  };
  return (
    <search className={styles.search} aria-label={name}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Autocomplete
          ref={searchBoxCame}
          aria-label={name}
          placeholder={t`Search runs or filter, e.g. bs=64k host=db-01`}
          data-shortcut="search"
          leftSection={<IconSearch size={15} aria-hidden="true" />}
          rightSection={<kbd className={styles.key}>/</kbd>}
          rightSectionPointerEvents="none"
          value={text}
          onChange={setText}
          data={[...hints.keys()]}
          filter={({ options }) => options}
          renderOption={renderOption}
          comboboxProps={{ shadow: "sm" }}
          maxLength={500}
          description={slow}
          classNames={{ root: styles.box, wrapper: styles.typed, description: styles.cost }}
          inputWrapperOrder={["input", "description"]}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
          }}
        />
        <span className="visually-hidden" aria-live="polite">
          {text !== words &&
            plural({ suggestions: suggestions.length }, { one: "# suggestion", other: "# suggestions" })}
        </span>
      </form>
    </search>
  );
}

/** What a filter costs that no index answers, said before it is asked; null where none is typed. */
function slowFilter(text: string): string | null {
  const keys = Object.keys(parseTyped(text).filter);
  const read = keys.find(isReadFromDocuments);
  const looked = read ?? keys.find((key) => metricOf(key) !== null);
  if (looked === undefined) return null;
  const title = metricOf(looked)?.title ?? looked;
  return read === undefined
    ? t`${title}: about 0.3 s per million runs where few runs match.`
    : t`${title}: about 4 s per million runs. Add another filter first.`;
}

/** A long facet whose value is being typed, with the values that hold the part: the bar has only its first ones. */
function useSoughtFacet(text: string, filter: FilterRecord, facets: readonly Facet[]): Facet | undefined {
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const { key = "", part = "" } = lastWord(settled).value ?? {};
  const facet = facets.find((one) => one.key === key);
  const isLong = facet !== undefined && facet.total_values > facet.values.length;
  const searched = useQuery({
    ...facetsQuery({ filter, keys: [key], search: part }),
    enabled: isLong && part !== "",
  });
  return searched.data?.facets[0];
}
