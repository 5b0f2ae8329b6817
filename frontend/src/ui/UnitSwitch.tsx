import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/ui/UnitSwitch.module.css";

const CHOICES = [
  { value: "decimal", label: "GB/s" },
  { value: "binary", label: "GiB/s" },
] as const;

interface UnitSwitchProps {
  value: BandwidthUnits;
  onChange: (units: BandwidthUnits) => void;
}

/** Bandwidth in powers of ten (datasheets) or of two (what fio prints as MiB/s). */
export function UnitSwitch({ value, onChange }: UnitSwitchProps) {
  return (
    <SegmentedControl
      size="xs"
      classNames={{ root: styles.root ?? "", indicator: styles.indicator ?? "", label: styles.label ?? "" }}
      aria-label={t`Unit of bandwidth`}
      data={[...CHOICES]}
      value={value}
      onChange={(chosen) => onChange(chosen === "binary" ? "binary" : "decimal")}
    />
  );
}
