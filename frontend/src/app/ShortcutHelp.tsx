import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "@/lib/paths";
import { Dialog } from "@/ui/Dialog";
import { ALWAYS, KEYS } from "@/ui/keys";
import { focusSearchBox } from "@/ui/search-box";
import { useShortcuts } from "@/ui/shortcuts";

/** What a line of the list shows: each key, or of many the first and the last; `g r` is two keys after each other. */
function shownKeys(names: readonly string[]): readonly string[] {
  const ends = names.length > 2 ? [...names.slice(0, 1), t`to`, ...names.slice(-1)] : names;
  return ends.flatMap((name) =>
    name === "Escape" ? [t`Esc`] : name.startsWith("g ") ? name.split(" ") : [name],
  );
}

/** `?` lists the keys, `/` jumps to the search box of the page, `g` and a letter go to a page. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  useShortcuts({
    "g t": () => void navigate({ to: paths.today() }),
    "g r": () => void navigate({ to: paths.runs() }),
    "g e": () => void navigate({ to: paths.explore() }),
    "g c": () => void navigate({ to: paths.compare() }),
    "g h": () => void navigate({ to: paths.hosts() }),
    "g d": () => void navigate({ to: paths.models() }),
    "?": () => setOpen(true),
    "/": focusSearchBox,
  });
  if (!isOpen) return null;
  return (
    <Dialog title={t`Keyboard`} onClose={() => setOpen(false)}>
      <dl className="facts">
        {[...ALWAYS, ...KEYS].map(({ names, words }) => (
          <div key={words}>
            <dt className="flex at-top gap-4">
              {shownKeys(names).map((key) =>
                key === "to" ? (
                  <span key={key}>
                    <Trans>to</Trans>
                  </span>
                ) : (
                  <kbd
                    className="tiny framed-strong round-badge on-panel-2"
                    style={{ padding: "1px 7px" }}
                    key={key}
                  >
                    {key}
                  </kbd>
                ),
              )}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small above-14">
        <Trans>Single-key shortcuts can be turned off in Settings → Account.</Trans>
      </p>
    </Dialog>
  );
}
