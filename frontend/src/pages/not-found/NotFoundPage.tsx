import { Link } from "@tanstack/react-router";
import { SoloPage } from "@/components/SoloPage";
import { paths } from "@/lib/paths";

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
