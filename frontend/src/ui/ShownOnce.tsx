import { CommandLine } from "@/ui/CommandLine";

interface ShownOnceProps {
  /** What to do with it, now. */
  sentence: string;
  text: string;
  /** Of what is copied, for the button: `invitation link`. */
  name: string;
}

/** A secret that was just made and is never shown again. */
export function ShownOnce({ sentence, text, name }: ShownOnceProps) {
  return (
    <div
      className="stack gap-8 round-control above-14"
      style={{ padding: 12, background: "var(--ok-soft)" }}
      role="status"
    >
      <p className="strong">{sentence}</p>
      <CommandLine text={text} name={name} />
    </div>
  );
}
