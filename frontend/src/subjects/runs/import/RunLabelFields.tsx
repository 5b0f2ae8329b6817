import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TagsInput } from "@mantine/core";
import { useRef, useState } from "react";
import type { ImportPreview, PreviewRun } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { labelsProblem } from "@/subjects/runs/import/about";
import { KnownLabels } from "@/subjects/runs/import/KnownLabels";
import styles from "@/subjects/runs/import/RunLabelFields.module.css";
import { placeInWords } from "@/subjects/runs/import/wording";
import { toolInWords } from "@/subjects/runs/parts/tool";

interface RunLabelFieldsProps {
  /** The source whose runs these are. */
  name: string;
  preview: ImportPreview;
  /** key=value each, by run. */
  value: readonly (readonly string[])[];
  onChange: (runLabels: string[][]) => void;
}

/** Labels of single runs: what differs between the runs of one output, such as the slot or the drive. */
export function RunLabelFields({ name, preview, value, onChange }: RunLabelFieldsProps) {
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const inputs = useRef(new Map<number, HTMLInputElement | null>());
  const type = (index: number, text: string) => setTyped(new Map(typed).set(index, text));
  return (
    <fieldset className={styles.fields}>
      <legend className="visually-hidden">
        <Trans>Labels of single runs of {name}</Trans>
      </legend>
      {preview.runs.map((run, index) => (
        <TagsInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a run is what stands at its place
          key={index}
          ref={(input) => void inputs.current.set(index, input)}
          label={t`Labels of run ${{ count: index + 1 }}`}
          description={runInWords(run)}
          placeholder={(value[index] ?? []).length === 0 ? "slot=3" : ""}
          maxTags={LIMITS.maxLabels}
          splitChars={["\n"]}
          searchValue={typed.get(index) ?? ""}
          onSearchChange={(text) => type(index, text)}
          onFocus={() => setChosen(index)}
          value={[...(value[index] ?? [])]}
          error={labelsProblem(value[index] ?? [])}
          onChange={(labels) =>
            onChange(preview.runs.map((_, i) => (i === index ? labels : [...(value[i] ?? [])])))
          }
        />
      ))}
      <KnownLabels
        known={preview.labels}
        of={t`run ${{ number: chosen + 1 }}`}
        onPick={(key) => {
          type(chosen, `${key}=`);
          inputs.current.get(chosen)?.focus();
        }}
      />
    </fieldset>
  );
}

/** What tells the run from its neighbours: its title, target, lines; else the tool. */
function runInWords(run: PreviewRun): string {
  const words = [run.title, run.target, placeInWords(run)].filter((word) => word !== null && word !== "");
  return words.length === 0 ? toolInWords(run.tool) : words.join(" · ");
}
