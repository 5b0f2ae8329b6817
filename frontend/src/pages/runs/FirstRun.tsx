import { Link } from "@tanstack/react-router";
import { AddHost } from "@/components/AddHost";
import { useMay } from "@/components/use-may";
import { paths } from "@/lib/paths";
import { EmptyMessage } from "@/ui/EmptyMessage";

/** An empty history says how to fill it. */
export function FirstRun() {
  const mayUpload = useMay("upload");
  return (
    <EmptyMessage
      title="No runs yet."
      detail={<AddHost />}
      action={mayUpload && <Link to={paths.import()}>Or import results that you already have</Link>}
    />
  );
}
