import { t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";

// Of an empty service only: no part of what every reader loads first.
const FirstSteps = lazy(async () => ({
  default: (await import("@/subjects/hosts/controls/FirstSteps")).FirstSteps,
}));

/** An empty history says how to fill it; the first run appears in its place. */
export function FirstRun() {
  return (
    <Suspense fallback={null}>
      <FirstSteps title={t`No runs yet.`} />
    </Suspense>
  );
}
