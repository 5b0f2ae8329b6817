import { plural, t } from "@lingui/core/macro";
import type { PreflightCheck } from "@/api/types";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";

/** What the agent checked just before it started fio: how many passed, and what it warns of. */
export function LiveChecks({ checks }: { checks: readonly PreflightCheck[] }) {
  if (checks.length === 0) return null;
  const by = (status: PreflightCheck["status"]) => checks.filter((check) => check.status === status);
  const [warnings, passed, skipped] = [by("warning"), by("ok"), by("unknown")];
  const counts = [
    ...(warnings.length > 0
      ? [plural({ warnings: warnings.length }, { one: "# warning", other: "# warnings" })]
      : []),
    t`${{ passed: passed.length }} passed`,
    ...(skipped.length > 0 ? [t`${{ skipped: skipped.length }} skipped`] : []),
  ];
  return (
    <Card title={t`Checks before the run`} subtitle={counts.join(", ")} isFlush={warnings.length > 0}>
      {warnings.length > 0 && (
        <FindingList>
          {warnings.map(({ id, text }) => (
            <Finding key={id} severity="warn" what={text} />
          ))}
        </FindingList>
      )}
    </Card>
  );
}
