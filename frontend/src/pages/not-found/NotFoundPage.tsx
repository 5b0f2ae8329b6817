import { Link } from "@tanstack/react-router";
import { SoloPage } from "@/components/SoloPage";
import { paths } from "@/lib/paths";

export function NotFoundPage() {
  return (
    <SoloPage title="Page not found">
      <p>The link may be incomplete or out of date.</p>
      <p>
        <Link to={paths.runs()}>Go to the run history</Link>
      </p>
    </SoloPage>
  );
}
