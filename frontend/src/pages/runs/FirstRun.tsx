import { AddHost } from "@/components/AddHost";
import { EmptyMessage } from "@/ui/EmptyMessage";

/** An empty history says how to fill it. */
export function FirstRun() {
  return <EmptyMessage title="No runs yet. Install the agent on a test host:" detail={<AddHost />} />;
}
