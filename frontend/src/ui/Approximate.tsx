import type { ReactNode } from "react";

interface ApproximateProps {
  /** Within which bounds the true value lies; null when the value is exact. */
  words: string | null;
  children: ReactNode;
}

/** A figure that lost digits before it came to us. */
export function Approximate({ words, children }: ApproximateProps) {
  if (words === null) return children;
  return (
    <span title={words}>
      <span aria-hidden="true">≈{"\u00a0"}</span>
      {children}
      <span className="visually-hidden">, {words}</span>
    </span>
  );
}
