import { Link } from "@tanstack/react-router";
import { AddHost } from "@/components/AddHost";
import { paths } from "@/lib/paths";
import { EmptyMessage } from "@/ui/EmptyMessage";

/** An empty history says how to fill it. */
export function FirstRun() {
  return (
    <EmptyMessage
      title="No runs yet. Install the agent on a test host:"
      detail={<AddHost />}
      action={<Link to={paths.import()}>Or import results that you already have</Link>}
    />
  );
}
