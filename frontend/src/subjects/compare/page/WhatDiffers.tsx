import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ComparedDiffers, ComparedPart, FactorChange } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { SideMark } from "@/subjects/compare/page/TableHead";
import styles from "@/subjects/compare/page/WhatDiffers.module.css";
import { sideValue } from "@/subjects/compare/parts/factor-change";
import { wordOf } from "@/subjects/compare/parts/side-names";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

interface WhatDiffersProps {
  part: ComparedPart;
  differs: ComparedDiffers;
  /** Base and the new side. */
  sides: readonly [Series | undefined, Series | undefined];
  isAlone: boolean;
}

/** Of what follows from one setting, these stand open; the rest waits until it is asked for. */
const MAX_FOLLOWING = 2;

/** Settings first, each with what follows from it; then what a side does not tell, what is harmless and what nobody knows. */
export function WhatDiffers({ part, differs, sides, isAlone }: WhatDiffersProps) {
  const { settings, harmless_options: harmless, unknown } = differs;
  const changes = new Map([...part.factors_changed, ...part.factors_unknown].map((one) => [one.key, one]));
  const placed = new Set(settings.flatMap(({ key, follow }) => [key, ...follow]));
  const apart = [...changes.values()].filter(({ key }) => !placed.has(key));
  return (
    <Card
      title={isAlone ? t`What differs` : t`What differs in ${{ label: sides[1]?.label ?? "" }}`}
      subtitle={counted(differs, apart.length)}
      isFlush
    >
      <div style={{ padding: "4px 16px 10px" }}>
        <FindingList>
          {differs.is_one_change ? (
            <Finding
              severity="ok"
              what={t`Among the recorded settings, only ${{ settings: settings.map(({ word, change }) => `${word} (${change})`).join(", ") }} differs.`}
              why={
                unknown.length === 0
                  ? t`It is the likely cause of any difference.`
                  : t`${plural({ unknown: unknown.length }, { one: "# setting", other: "# settings" })} that neither side records may differ, too.`
              }
            />
          ) : (
            <Finding
              severity={part.attribution.kind === "nothing_changed" ? "info" : "warn"}
              what={differs.reason ?? ""}
              why={part.attribution.kind === "nothing_changed" ? undefined : part.attribution.text}
            />
          )}
        </FindingList>
      </div>
      {changes.size > 0 && (
        <Table
          caption={isAlone ? t`What differs` : t`What differs in ${{ label: sides[1]?.label ?? "" }}`}
          columns={[
            { name: t`Fact` },
            { name: sides[0]?.label ?? t`Base` },
            { name: sides[1]?.label ?? t`New` },
            { name: t`Kind` },
          ]}
          isDense
        >
          {settings.map((setting) => (
            <Setting key={setting.key} setting={setting} changes={changes} sides={sides} />
          ))}
          {apart.map((change) => (
            <Row key={change.key} change={change} sides={sides} />
          ))}
        </Table>
      )}
      {changes.size > 0 && (
        <p className="small pad-8-16 ruled">
          <SideMark side={sides[0]} /> <SideMark side={sides[1]} />
        </p>
      )}
      {harmless.length > 0 && (
        <details className={styles.folded}>
          <summary className="faint tall-24">
            <b>
              <Trans>{{ harmless: harmless.length }} harmless</Trans>
            </b>{" "}
            {harmless.map(({ option }) => option).join(", ")}
          </summary>
          <ul>
            {harmless.map(({ option, base, new: newer, reason }) => (
              <li key={option}>
                <Trans>
                  <code>{option}</code>: {{ base: typed(base) }} vs. {{ newer: typed(newer) }}; {reason}
                </Trans>
              </li>
            ))}
          </ul>
        </details>
      )}
      {unknown.length > 0 && (
        <details className={styles.folded}>
          <summary className="faint tall-24">
            <b>
              <Trans>
                <Plural value={{ unknown: unknown.length }} one="# setting" other="# settings" /> not recorded
                on either side
              </Trans>
            </b>{" "}
            {firstOf(unknown.map(({ title }) => title))}
          </summary>
          <p>{unknown.map(({ title }) => title).join(", ")}.</p>
        </details>
      )}
    </Card>
  );
}

function counted({ settings }: ComparedDiffers, apart: number): string {
  const following = settings.reduce((sum, { follow }) => sum + follow.length, 0);
  const all = settings.length + following + apart;
  if (all === 0) return t`No recorded difference`;
  const kinds = [
    ...(settings.length > 0
      ? [plural({ settings: settings.length }, { one: "# setting", other: "# settings" })]
      : []),
    ...(following > 0 ? [plural(following, { one: "# consequence", other: "# consequences" })] : []),
    ...(apart > 0 ? [t`${apart} known on one side only`] : []),
  ];
  return `${plural(all, { one: "# difference", other: "# differences" })}: ${kinds.join(", ")}`;
}

const MAX_NAMED = 5;

function firstOf(words: readonly string[]): string {
  return words.length > MAX_NAMED ? `${words.slice(0, MAX_NAMED).join(", ")} …` : words.join(", ");
}

function typed(values: readonly string[]): string {
  return values.length === 0 ? t`not set` : values.join(", ");
}

interface SettingProps {
  setting: ComparedDiffers["settings"][number];
  changes: ReadonlyMap<string, FactorChange>;
  sides: WhatDiffersProps["sides"];
}

function Setting({ setting: { key, word, follow }, changes, sides }: SettingProps) {
  const [isWhole, setWhole] = useState(false);
  const own = changes.get(key);
  const following = follow.flatMap((one) => changes.get(one) ?? []);
  const folded = following.slice(MAX_FOLLOWING);
  const Icon = isWhole ? IconChevronDown : IconChevronRight;
  return (
    <>
      {own !== undefined && <Row change={own} sides={sides} isSetting />}
      {(isWhole ? following : following.slice(0, MAX_FOLLOWING)).map((change) => (
        <Row key={change.key} change={change} sides={sides} from={word} />
      ))}
      {folded.length > 0 && (
        <tr>
          <td colSpan={4}>
            <button
              type="button"
              className={styles.more}
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              <Icon size={14} aria-hidden="true" />
              <b>{isWhole ? t`Fewer` : t`${{ folded: folded.length }} more consequences`}</b>{" "}
              {isWhole ? "" : firstOf(folded.map(({ title }) => title))}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

interface RowProps {
  change: FactorChange;
  sides: WhatDiffersProps["sides"];
  isSetting?: boolean;
  /** The setting that it follows from. */
  from?: string;
}

function Row({ change, sides, isSetting = false, from }: RowProps) {
  const declared = useQuery(factorsQuery()).data?.items ?? [];
  const isLabel = change.key.startsWith("label.");
  return (
    <tr className={from === undefined ? undefined : styles.follows}>
      <th scope="row">{isLabel ? t`Label ${{ key: wordOf(change.key) }}` : change.title}</th>
      {([change.base, change.new] as const).map((value, i) => {
        const { text, reason } = sideValue(declared, change, value);
        return (
          <td
            key={i === 0 ? "base" : "new"}
            className="figures anywhere"
            style={isSetting ? tint(sides[i]) : undefined}
          >
            {text ?? <Missing reason={reason} />}
          </td>
        );
      })}
      <td>
        <Kind change={change} {...(from === undefined ? {} : { from })} />
      </td>
    </tr>
  );
}

function tint(side: Series | undefined) {
  return { background: `color-mix(in srgb, ${side?.style.colour ?? "transparent"} 9%, transparent)` };
}

/** Whether a factor changed by itself, follows from another, or cannot be told. */
function Kind({ change: { state, is_partly_unknown }, from }: { change: FactorChange; from?: string }) {
  const untold = state === "cannot_tell" ? t`, not recorded on one side` : "";
  if (from !== undefined)
    return (
      <span className="hint">
        <Trans>
          follows from {from}
          {untold}
        </Trans>
      </span>
    );
  if (state === "cannot_tell")
    return (
      <Badge>
        <Trans>unknown</Trans>
      </Badge>
    );
  return state === "mixed" ? (
    <Badge tone="warn" title={t`Different values within one side`}>
      <Trans>mixed within a side</Trans>
    </Badge>
  ) : (
    <>
      <Badge>
        <Trans>setting</Trans>
      </Badge>
      {is_partly_unknown && (
        <span className="hint">
          <Trans> not every run reports it</Trans>
        </span>
      )}
    </>
  );
}
