import { FirstSteps } from "@/components/FirstSteps";

/** An empty history says how to fill it; the first run appears in its place. */
export function FirstRun() {
  return <FirstSteps title="No runs yet." />;
}
