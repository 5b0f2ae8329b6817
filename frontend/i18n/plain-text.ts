/** Finds, on a page in the pseudo language, the texts that come neither from a catalogue nor from the service. */

/** What is the same in every language: units, names and signs. */
const SAME =
  /\b(bytes\/s|[GM]T\/s|Mb\/s|[kKMGT]?i?B\/s|IOPS|I\/Os?|[kKMGT]?i?B|[mnµ]?s|QD|CPUs?|PCIe|NVMe|NUMA|BIOS|BMC|RAID|MTU|ASPM|SMART|UTC|JSON|CSV|PDF|p\d[\d.]*|viewer|editor|fioboard|fio|Chrome|Ctrl|Esc|Enter|Escape|[0-9a-f]{8})(?![\w/])|\S+(:\/\/|@)\S+/g;
const READ_OUT = /\s(?:title|aria-label|placeholder|alt|aria-description)="([^"]*)"/g;

/** Every string of an answer, however deep; with the names of its fields where a page shows those. */
export function* stringsOf(value: unknown, hasNames = false): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      if (hasNames) yield name;
      yield* stringsOf(inner, hasNames);
    }
}

/** Returns each plain text of the page, where `answered` holds what the service said. */
export function findPlainText(html: string, answered: Iterable<string>): string[] {
  const known = new Set([...answered].flatMap((text) => wordsOf(text)));
  const body = html
    .replace(/^.*?<body/s, "<body")
    .replaceAll(/<(script|style|noscript|code|kbd|pre|defs)\b.*?<\/\1>/gs, " ");
  const texts = [
    ...Array.from(body.matchAll(/>([^<]+)</g), ([, text = ""]) => text),
    ...Array.from(body.matchAll(READ_OUT), ([, text = ""]) => text),
  ];
  const plain = texts.flatMap((text) =>
    text
      .replaceAll(/&[a-z]+;|&#\d+;/g, " ")
      // Words of a message hold no plain letter; a value between them is looked at alone.
      .split(/[^\x20-\x7E\u00a0µ…]+[^\s…]*|\s{2,}/)
      .map((part) => part.replaceAll("\u00a0", " ").replaceAll(SAME, " ").trim())
      .filter((part) => /[A-Za-z]{2,}/.test(part) && !isKnown(part, known)),
  );
  return [...new Set(plain)];
}

function isKnown(part: string, known: ReadonlySet<string>): boolean {
  // "PEX88…", "PEX88…itch": a picture has no room for all of it, and the word beside the ellipsis is a piece of one.
  return part.split("…").every((piece, place, pieces) => {
    const words = wordsOf(piece);
    return words.every((word, at) => {
      const isBegun = at === words.length - 1 && place < pieces.length - 1;
      const isEnded = at === 0 && place > 0;
      return (
        known.has(word) ||
        (isBegun && known.values().some((whole) => whole.startsWith(word))) ||
        (isEnded && known.values().some((whole) => whole.endsWith(word)))
      );
    });
  });
}

/** The page may have cut, joined or capitalised what the service said: it is compared word by word. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9-]+/)
    .filter((word) => /[a-z]{2,}/.test(word));
}
