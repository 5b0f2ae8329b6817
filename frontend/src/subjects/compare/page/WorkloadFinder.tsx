import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { NativeSelect, TextInput } from "@mantine/core";
import { COMPARE_GROUPS, type CompareParams, VERDICT_ORDER } from "@/lib/address";
import { VERDICT } from "@/subjects/compare/parts/comparison-words";
import { searchBoxCame } from "@/ui/search-box";

const GROUPS: Record<CompareParams["group"], string> = {
  pattern: t`by pattern`,
  size: t`by block size`,
  none: t`not at all`,
};

interface WorkloadFinderProps {
  params: CompareParams;
  /** Rows that are found, of all. */
  matches: number;
  all: number;
  onChange: (changed: Partial<CompareParams>, isTyping?: boolean) => void;
}

/** Which of many workloads are shown, and in which groups. */
export function WorkloadFinder({ params, matches, all, onChange }: WorkloadFinderProps) {
  const { words, verdict, group } = params;
  return (
    <div className="fields pad-10-16 ruled no-print" style={{ gap: "10px 18px" }}>
      <TextInput
        ref={searchBoxCame}
        data-shortcut="search"
        type="search"
        label={t`Find workloads`}
        placeholder={t`randread 4k`}
        maxLength={100}
        value={words}
        onChange={(event) => onChange({ words: event.currentTarget.value }, true)}
      />
      <NativeSelect
        label={t`Verdict`}
        data={[
          { value: "any", label: t`Any` },
          ...VERDICT_ORDER.map((value) => ({ value, label: VERDICT[value].word })),
        ]}
        value={verdict}
        onChange={({ currentTarget: { value } }) =>
          onChange({ verdict: VERDICT_ORDER.find((one) => one === value) ?? "any" })
        }
      />
      <NativeSelect
        label={t`Grouped`}
        data={COMPARE_GROUPS.map((value) => ({ value, label: GROUPS[value] }))}
        value={group}
        onChange={({ currentTarget: { value } }) =>
          onChange({ group: COMPARE_GROUPS.find((one) => one === value) ?? "none" })
        }
      />
      <p className="hint tall-30" role="status">
        <Trans>
          {matches} of <Plural value={all} one="# workload" other="# workloads" />
        </Trans>
      </p>
    </div>
  );
}
