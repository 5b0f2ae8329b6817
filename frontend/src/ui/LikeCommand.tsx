import { t } from "@lingui/core/macro";
import { CommandLine } from "@/ui/CommandLine";

interface LikeCommandProps {
  /** A run of this service, or the share link that is open. */
  of: { run: string } | "share";
  /** A code that sends the run as a reply to the link. */
  reply?: string;
}

/** The command that runs the same job on a target of another machine, and compares. */
export function LikeCommand({ of, reply }: LikeCommandProps) {
  const address =
    of === "share" ? shareLink() : new URL(`runs/${encodeURIComponent(of.run)}`, document.baseURI).href;
  return (
    <CommandLine
      text={`fioboard-agent run --like ${address} --target PATH${reply === undefined ? "" : ` --reply ${reply}`}`}
      name={t`the command for another machine`}
    />
  );
}

/** The address that the reader opened; a preview has none yet. */
function shareLink(): string {
  const { origin, pathname } = window.location;
  return /\/s\/[^/]+$/.test(pathname) ? `${origin}${pathname}` : "LINK";
}
