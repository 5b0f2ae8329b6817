import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { LeftOut, SharePreview } from "@/api/types";
import { type Draft, toggled } from "@/subjects/sharing/controls/draft";
import styles from "@/subjects/sharing/controls/ShareDialog.module.css";
import { fieldsInWords } from "@/subjects/sharing/parts/share-fields";

interface ChoicesProps {
  /** The report as it is by default. */
  usual: SharePreview;
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

/** What the report leaves out, what of it can be shown all the same, and what else can be hidden. */
export function Choices({ usual: { left_out, can_hide }, draft, onChange }: ChoicesProps) {
  const { reveal, hide } = draft;
  const show = (name: string) => onChange({ reveal: toggled(reveal, name) });
  const suggested = left_out.filter(({ suggestion }) => suggestion !== null);
  const others = left_out.filter(({ suggestion }) => suggestion === null);
  const labelled = others.filter(({ replaced_by }) => replaced_by !== null);
  const dropped = others.filter(({ replaced_by }) => replaced_by === null);
  return (
    <div className="stack gap-14">
      {reveal.length > 0 && (
        <p className="warn round-control on-warn" style={{ padding: "6px 10px" }}>
          <Trans>Shown by your choice: {{ reveal: fieldsInWords(reveal) }}.</Trans>
        </p>
      )}
      <Group title={t`Vendors may ask for`} items={suggested} reveal={reveal} onToggle={show} />
      <Group title={t`Anonymized`} items={labelled} reveal={reveal} onToggle={show} />
      <Group title={t`Removed`} items={dropped} reveal={reveal} onToggle={show} />
      <fieldset className={styles.group}>
        <legend>
          <Trans>Hide additional data</Trans>
        </legend>
        {can_hide.map((name) => (
          <label key={name} className={styles.choice}>
            <input
              type="checkbox"
              checked={hide.includes(name)}
              onChange={() => onChange({ hide: toggled(hide, name) })}
            />
            <span>{fieldsInWords([name])}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

interface GroupProps {
  title: string;
  items: readonly LeftOut[];
  reveal: readonly string[];
  onToggle: (name: string) => void;
}

function Group({ title, items, reveal, onToggle }: GroupProps) {
  if (items.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {items.map((item) =>
        item.can_reveal ? (
          <label key={item.field} className={styles.choice}>
            <input
              type="checkbox"
              aria-label={t`Show: ${{ title: item.title }}`}
              checked={reveal.includes(item.field)}
              onChange={() => onToggle(item.field)}
            />
            <Words item={item} />
          </label>
        ) : (
          <p key={item.field} className={styles.fixed} title={t`Never included in a share`}>
            <Words item={item} />
          </p>
        ),
      )}
    </fieldset>
  );
}

function Words({ item: { title, count, replaced_by, suggestion } }: { item: LeftOut }) {
  return (
    <span>
      {title} <span className={styles.count}>{plural({ count }, { one: "# value", other: "# values" })}</span>
      {replaced_by !== null && (
        <span className={styles.label}>
          <Trans>, shown as “{replaced_by}”</Trans>
        </span>
      )}
      {suggestion !== null && <span className="block hint">{suggestion}</span>}
    </span>
  );
}
