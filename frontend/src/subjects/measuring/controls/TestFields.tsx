import { t } from "@lingui/core/macro";
import { NativeSelect, TextInput } from "@mantine/core";
import { isSearch, listTests, type Offers, type TestChoice } from "@/subjects/measuring/controls/test-choice";

interface TestFieldsProps {
  offers: Offers;
  value: TestChoice;
  onChange: (value: TestChoice) => void;
}

/** Fields for what is measured where. What the host offers no more stays chosen until somebody chooses anew. */
export function TestFields({ offers, value, onChange }: TestFieldsProps) {
  const tests = listTests(offers);
  const targets = offers.targets.map(({ name }) => name);
  return (
    <>
      <NativeSelect
        size="xs"
        label={t`Test`}
        value={value.test}
        data={tests.some((one) => one.value === value.test) ? tests : [value.test, ...tests]}
        onChange={(event) => onChange({ ...value, test: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={t`Target`}
        value={value.target}
        data={targets.includes(value.target) ? targets : [value.target, ...targets]}
        onChange={(event) => onChange({ ...value, target: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        type="number"
        min={1}
        label={t`Runtime per step (s)`}
        placeholder={t`default`}
        value={value.runtime}
        onChange={(event) => onChange({ ...value, runtime: event.currentTarget.value })}
      />
      {isSearch(value) ? (
        <TextInput
          size="xs"
          type="number"
          min={1}
          required
          label={t`Maximum p99 (ms)`}
          value={value.limit}
          onChange={(event) => onChange({ ...value, limit: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          size="xs"
          type="number"
          min={1}
          label={t`Repeats`}
          placeholder={t`default`}
          value={value.repeats}
          onChange={(event) => onChange({ ...value, repeats: event.currentTarget.value })}
        />
      )}
    </>
  );
}
