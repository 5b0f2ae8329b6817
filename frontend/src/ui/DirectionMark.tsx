import type { Direction } from "@/lib/direction";

const COLOUR: Record<Direction, string> = {
  read: "var(--s0)",
  write: "var(--s1)",
  trim: "var(--s2)",
  mixed: "var(--s3)",
};
const SHAPE: Record<Direction, string> = {
  read: "M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8Z",
  write: "M1.5 1.5h7v7h-7Z",
  trim: "M5 1L9 8.5H1Z",
  mixed: "M5 .5L9.5 5L5 9.5L.5 5Z",
};

interface DirectionMarkProps {
  direction: Direction;
  /** Its first letter alone is seen, where a figure beside it needs the room. */
  isShort?: boolean;
}

/** The word of a direction with its shape and colour: a swapped pair must be noticeable. */
export function DirectionMark({ direction, isShort = false }: DirectionMarkProps) {
  return (
    <span className="inline-row gap-6 unbroken" title={isShort ? direction : undefined}>
      <svg width="10" height="10" viewBox="0 0 10 10" className="rigid" aria-hidden="true">
        <path d={SHAPE[direction]} fill={COLOUR[direction]} />
      </svg>
      {isShort ? (
        <>
          <span aria-hidden="true">{direction.charAt(0).toUpperCase()}</span>
          <span className="visually-hidden">{direction}</span>
        </>
      ) : (
        direction
      )}
    </span>
  );
}
