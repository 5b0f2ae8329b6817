import { MISSING } from "@/lib/units";

/** A value that is not there, with the reason; never 0, never blank. The reason alone: "no limit found" is a result. */
export function Missing({ reason }: { reason: string }) {
  return (
    <span className="missing" title={reason}>
      <span aria-hidden="true">{MISSING}</span>
      <span className="visually-hidden">{reason}</span>
    </span>
  );
}
