import { SegmentedControl } from "@mantine/core";
import type { BandwidthUnits } from "@/lib/units";

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
      aria-label="Unit of bandwidth"
      data={[...CHOICES]}
      value={value}
      onChange={(chosen) => onChange(chosen === "binary" ? "binary" : "decimal")}
    />
  );
}
