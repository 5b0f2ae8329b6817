/**
 * Parameters of a query string: how each is read, what stands for it when it is absent, how it is written. A default is
 * not written; what cannot be honoured is reported, and the default stands for it.
 */
import { t } from "@lingui/core/macro";
import { currentKey } from "@/lib/factor";
import { type FilterRecord, filterOf } from "@/lib/filter";
import { metricOf } from "@/lib/metrics";
import { type SearchRecord, valuesOf } from "@/lib/search-params";

export interface Query {
  record: SearchRecord;
  /** Keys that are declared; all others are filters, where a page has any. */
  declared: readonly string[];
  /** Takes a sentence about what cannot be honoured. */
  report: (problem: string) => void;
}

export interface Parameter<T> {
  /** Keys of the query string that are its own. */
  keys: readonly string[];
  /** Whether every key that no other parameter declares is its own too. */
  takesRest?: boolean;
  read: (query: Query) => T;
  write: (value: T) => SearchRecord;
}

/** Names of factors, labels and metrics. */
const KEY = /^[a-z][a-z0-9_.-]*$/;

interface Single<T> {
  initial: T;
  /** Undefined: this text is none. */
  parse: (text: string) => T | undefined;
  format: (value: NonNullable<T>) => string;
  /** What a text that is none is not, after "key=text": "is not a metric". */
  fault: string;
}

function single<T>(key: string, { initial, parse, format, fault }: Single<T>): Parameter<T> {
  const textOf = (value: T) => (value === null || value === undefined ? null : format(value));
  return {
    keys: [key],
    read: ({ record, report }) => {
      const values = valuesOf(record, key);
      if (values.length > 1) report(t`${key} is given more than once; the last one counts`);
      const text = values.at(-1);
      if (text === undefined) return initial;
      const value = parse(text);
      if (value !== undefined) return value;
      report(`${key}=${text} ${fault}`);
      return initial;
    },
    write: (value) => {
      const text = textOf(value);
      return text === null || text === textOf(initial) ? {} : { [key]: text };
    },
  };
}

/** One of these words; the first is the default. */
export function choice<const T extends string>(key: string, words: readonly [T, ...T[]]): Parameter<T> {
  return single<T>(key, {
    initial: words[0],
    parse: (text) => words.find((word) => word === text),
    format: String,
    fault: t`is not one of ${{ words: words.join(", ") }}`,
  });
}

/** A yes or no, of which one is the default and the other has a word; the default may have one too. */
export function flag(key: string, word: string, meaning: boolean, usual?: string): Parameter<boolean> {
  return single<boolean>(key, {
    initial: !meaning,
    parse: (text) => (text === word ? meaning : text === usual ? !meaning : undefined),
    format: (value) => (value === meaning ? word : ""),
    fault: usual === undefined ? t`is not ${word}` : t`is not one of ${usual}, ${word}`,
  });
}

/** Any text. Where there is none by default, an empty one is none. */
export function text<T extends string | null>(key: string, initial: T): Parameter<string | T> {
  return single<string | T>(key, {
    initial,
    parse: (value) => (value === "" ? initial : value),
    format: String,
    fault: "",
  });
}

/** Any percentile is a metric, too: `clat_p99_9_ns`. */
export function metric<T extends string | null>(key: string, initial: T): Parameter<string | T> {
  return single<string | T>(key, {
    initial,
    parse: (name) => (metricOf(name) === null ? undefined : name),
    format: String,
    fault: t`is not a metric`,
  });
}

/** A factor or a label; which there are, the service knows. */
export function factor(key: string): Parameter<string | null> {
  return single<string | null>(key, {
    initial: null,
    parse: (name) => (KEY.test(name) ? currentKey(name) : undefined),
    format: String,
    fault: t`is not a factor`,
  });
}

export interface Order<K extends string = string> {
  key: K;
  isDescending: boolean;
}

/** As the API writes it: a minus for descending. */
export function formatOrder({ key, isDescending }: Order): string {
  return `${isDescending ? "-" : ""}${key}`;
}

/** By what rows are sorted; without `keys`, by any factor or metric. */
export function order<const K extends string>(
  name: string,
  initial: Order<NoInfer<K>>,
  keys?: readonly K[],
): Parameter<Order<K>> {
  const keyOf = (word: string) =>
    // Without a list of them, K is any string.
    keys === undefined
      ? KEY.test(word)
        ? (currentKey(word) as K)
        : undefined
      : keys.find((key) => key === word);
  return single<Order<K>>(name, {
    initial,
    parse: (words) => {
      const isDescending = words.startsWith("-");
      const key = keyOf(isDescending ? words.slice(1) : words);
      return key === undefined ? undefined : { key, isDescending };
    },
    format: formatOrder,
    fault:
      keys === undefined
        ? t`is not a factor or metric`
        : t`is not one of ${{ list: [...keys, ...keys.map((key) => `-${key}`)].join(", ") }}`,
  });
}

/** Texts between commas, each once; none by default. */
export function list(key: string, max = Number.POSITIVE_INFINITY): Parameter<readonly string[]> {
  const one = text(key, "");
  return {
    keys: one.keys,
    read: (query) => {
      const items = [...new Set(one.read(query).split(","))].filter((item) => item !== "");
      if (items.length > max) query.report(t`only the first ${max} of ${key} count`);
      return items.slice(0, max);
    },
    write: (items) => one.write(items.join(",")),
  };
}

/** A list that is never empty; null where there is none. */
export function optionalList(key: string): Parameter<readonly string[] | null> {
  const { keys, read, write } = list(key);
  return {
    keys,
    read: (query) => {
      const items = read(query);
      return items.length === 0 ? null : items;
    },
    write: (items) => write(items ?? []),
  };
}

/** Whole numbers of pixels by name, within bounds: `run:420,host:120`. */
export function sizes(key: string, [least, most]: readonly [number, number]) {
  const pairs = list(key);
  return {
    keys: pairs.keys,
    read: (query) => {
      const read = pairs.read(query).map((pair) => {
        const [name = "", size = ""] = pair.split(":");
        const isSize = KEY.test(name) && /^\d{1,4}$/.test(size);
        if (!isSize) query.report(t`${key}=${pair} is not a name and a width in pixels`);
        return isSize ? ([name, Math.min(most, Math.max(least, Number(size)))] as const) : null;
      });
      return Object.fromEntries(read.filter((pair) => pair !== null));
    },
    write: (value) => pairs.write(Object.entries(value).map(([name, size]) => `${name}:${Math.round(size)}`)),
  } satisfies Parameter<Readonly<Record<string, number>>>;
}

/** The key as often as it has values, in their order. */
export function texts(key: string): Parameter<readonly string[]> {
  return {
    keys: [key],
    read: ({ record }) => valuesOf(record, key),
    write: (values) => (values.length === 0 ? {} : { [key]: [...values] }),
  };
}

/** Names of job options, each once. */
export function jobOptions(key: string): Parameter<readonly string[]> {
  const all = texts(key);
  return {
    ...all,
    read: (query) => {
      const names = [...new Set(all.read(query))];
      const known = names.filter((name) => /^[a-z][a-z0-9_]*$/.test(name));
      for (const name of names.filter((each) => !known.includes(each)))
        query.report(t`${key}=${name} is not a job option`);
      return known;
    },
  };
}

export interface MillisecondRange {
  from_ms: number;
  to_ms: number;
}

/** A part of a run, in whole milliseconds from its start; null is all of it. */
export function millisecondRange(fromKey: string, toKey: string): Parameter<MillisecondRange | null> {
  const isWhole = (value: string) => /^\d{1,12}$/.test(value);
  const [first, last] = [text(fromKey, ""), text(toKey, "")];
  return {
    keys: [fromKey, toKey],
    read: (query) => {
      const [from, to] = [first.read(query), last.read(query)];
      if (isWhole(from) && isWhole(to) && Number(from) < Number(to))
        return { from_ms: Number(from), to_ms: Number(to) };
      if ([fromKey, toKey].some((key) => Object.hasOwn(query.record, key)))
        query.report(t`${fromKey}=${from}, ${toKey}=${to} is not a range of milliseconds`);
      return null;
    },
    write: (range) =>
      range === null ? {} : { [fromKey]: String(range.from_ms), [toKey]: String(range.to_ms) },
  };
}

/** A whole number above 0 in its base unit; null leaves it to the page. */
export function positive(key: string): Parameter<number | null> {
  const given = text(key, "");
  return {
    keys: [key],
    read: (query) => {
      const value = given.read(query);
      if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
      if (Object.hasOwn(query.record, key)) query.report(t`${key}=${value} is not a whole number above 0`);
      return null;
    },
    write: (value) => (value === null ? {} : { [key]: String(value) }),
  };
}

export interface NumberRange {
  from: number;
  to: number;
}

/** A part of an axis, both ends in the axis' base unit. */
export function numberRange(fromKey: string, toKey: string): Parameter<NumberRange | null> {
  const [first, last] = [text(fromKey, ""), text(toKey, "")];
  return {
    keys: [fromKey, toKey],
    read: (query) => {
      const texts = [first.read(query), last.read(query)];
      const [from = Number.NaN, to = Number.NaN] = texts.map((one) =>
        one === "" ? Number.NaN : Number(one),
      );
      if (Number.isFinite(from) && Number.isFinite(to) && from < to) return { from, to };
      if ([fromKey, toKey].some((key) => Object.hasOwn(query.record, key)))
        query.report(
          t`${fromKey}=${{ from: texts[0] ?? "" }}, ${toKey}=${{ to: texts[1] ?? "" }} is not a range of numbers`,
        );
      return null;
    },
    write: (range) => (range === null ? {} : { [fromKey]: String(range.from), [toKey]: String(range.to) }),
  };
}

/** Every key that the page does not declare. What keys and values mean, the service alone decides. */
export function filter(): Parameter<FilterRecord> {
  return {
    keys: [],
    takesRest: true,
    read: ({ record, declared }) => filterOf(record, declared),
    write: (record) => record,
  };
}
