/** How wide text will be in the picture: SVG neither measures nor cuts it, and capitals are half as wide again. */
import { shortenMiddle } from "@/lib/format";

/** Shares of the font size per character of Inter, rounded up. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|!()[\] ]/, 0.34],
  [/[frt]/, 0.42],
  [/[mwMW@%–—…]/, 0.9],
  [/[A-Z0-9×]/, 0.68],
];
const OTHER = 0.58;

export function textWidth(text: string, fontPx: number): number {
  const share = Array.from(text).reduce(
    (sum, one) => sum + (WIDTHS.find(([kind]) => kind.test(one))?.[1] ?? OTHER),
    0,
  );
  return share * fontPx;
}

/**
 * The text itself; else without what stands last in it, a drive's firmware; else as much of both its ends as there is
 * room for.
 */
export function fitted(whole: string, roomPx: number, fontPx: number): string {
  const parts = whole.split(" · ");
  while (parts.length > 1 && textWidth(parts.join(" · "), fontPx) > roomPx) parts.pop();
  const text = parts.join(" · ");
  for (let most = Array.from(text).length; most > 1; most--) {
    const shortened = shortenMiddle(text, most);
    if (textWidth(shortened, fontPx) <= roomPx) return shortened;
  }
  return "…";
}
