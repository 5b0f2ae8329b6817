/** SVG path of a band: there along the highest values, back along the lowest; a gap ends one piece and begins another. */

interface Corner {
  at: number;
  band: readonly [number, number] | null;
}

type Scale = (value: number) => number;

export function bandPath(corners: readonly Corner[], x: Scale, y: Scale): string {
  const pieces: { x: number; low: number; high: number }[][] = [[]];
  for (const { at, band } of corners) {
    if (band === null) pieces.push([]);
    else pieces.at(-1)?.push({ x: x(at), low: y(band[0]), high: y(band[1]) });
  }
  return pieces
    .filter((piece) => piece.length > 1)
    .map((piece) => {
      const there = piece.map((corner) => `${round(corner.x)} ${round(corner.high)}`);
      const back = piece.toReversed().map((corner) => `${round(corner.x)} ${round(corner.low)}`);
      return `M${[...there, ...back].join("L")}Z`;
    })
    .join("");
}

/** A tenth of a pixel is finer than any screen, and keeps the path short. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
