import { t } from "@lingui/core/macro";
import type { ResultFigures } from "@/api/types";

type Source = NonNullable<ResultFigures["power_source"]>;

/** What each meter covers, and its name. */
export const POWER_SOURCES: Readonly<Record<Source, { what: string; meter: string }>> = {
  command: { what: t`whole machine`, meter: t`meter of the host` },
  power_meter: { what: t`whole machine`, meter: t`ACPI power meter` },
  rapl_packages: { what: t`CPUs`, meter: t`RAPL, packages` },
  rapl_packages_and_memory: { what: t`CPUs and memory`, meter: t`RAPL, packages and memory` },
};
