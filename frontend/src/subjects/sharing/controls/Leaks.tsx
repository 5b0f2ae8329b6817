import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { SharedDocument, ShareLeak } from "@/api/types";
import type { Draft } from "@/subjects/sharing/controls/draft";
import styles from "@/subjects/sharing/controls/ShareDialog.module.css";

interface LeaksProps {
  leaks: readonly ShareLeak[];
  /** The page that would show them; undefined where the service gave none. */
  document: SharedDocument | undefined;
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

/** What is to be left out and stands in the report all the same: the sender shows the one or leaves out the other. */
export function Leaks({ leaks, document, draft, onChange }: LeaksProps) {
  if (leaks.length === 0) return null;
  return (
    <section
      className="stack gap-10 anywhere round-card on-warn pad-10-12"
      role="alert"
      aria-label={t`Decide before creating the link`}
    >
      <p className={styles.leaksTitle}>
        <Trans>
          Decide before creating the link
          {{ values: leaks.length > 1 ? t`: ${{ leaks: leaks.length }} values` : "" }}
        </Trans>
      </p>
      {leaks.map((leak) => (
        <Decision
          key={leak.field}
          leak={leak}
          document={document}
          onShow={() => onChange({ reveal: [...draft.reveal, leak.field] })}
          onLeaveOut={(hide) => onChange({ hide: [...draft.hide, hide] })}
        />
      ))}
    </section>
  );
}

interface DecisionProps {
  leak: ShareLeak;
  document: SharedDocument | undefined;
  onShow: () => void;
  onLeaveOut: (hide: string) => void;
}

function Decision({ leak: { title, can_reveal, places }, document, onShow, onLeaveOut }: DecisionProps) {
  const facts = [...new Map(places.map((place) => [place.title, place])).values()];
  return (
    <fieldset className={styles.decision} aria-label={title}>
      {facts.map((place) => (
        <p key={place.title}>
          <Trans>
            <b>{title}</b> is left out, but <b>{ph({ place: place.title })}</b> shows the same
            {{ document: quoted(document, place.where) }}.
          </Trans>
        </p>
      ))}
      <div className={styles.ways}>
        {can_reveal && (
          <Button size="xs" variant="default" onClick={onShow}>
            <Trans>Show: {title}</Trans>
          </Button>
        )}
        {facts.map(
          ({ title: fact, hide }) =>
            hide !== null && (
              <Button key={hide} size="xs" variant="default" onClick={() => onLeaveOut(hide)}>
                <Trans>Leave out: {fact}</Trans>
              </Button>
            ),
        )}
      </div>
    </fieldset>
  );
}

/** Whether the sender has shown the value, or left out every place of it. */
export function isDecided({ field, places }: ShareLeak, { reveal, hide }: Draft): boolean {
  return reveal.includes(field) || places.every((place) => place.hide !== null && hide.includes(place.hide));
}

/** What stands at a JSON pointer, in quotes. */
function quoted(document: SharedDocument | undefined, pointer: string): string {
  let here: unknown = document;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof here !== "object" || here === null) return "";
    here = Reflect.get(here, part.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return typeof here === "string" ? `: “${here}”` : "";
}
