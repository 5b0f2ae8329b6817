import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { SoloPage } from "@/components/SoloPage";

export function NotFoundPage() {
  return (
    <SoloPage title="No such page">
      <p>Nothing is kept at this address. The link may be incomplete.</p>
      <p>
        <Link to={paths.runs()}>Go to the run history</Link>
      </p>
    </SoloPage>
  );
}
