import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { SoloPage } from "@/ui/SoloPage";

export function NotFoundPage() {
  return (
    <SoloPage title={t`Page not found`}>
      <p>
        <Trans>The link may be incomplete or out of date.</Trans>
      </p>
      <p>
        <Link to={paths.runs()}>
          <Trans>Go to Runs</Trans>
        </Link>
      </p>
    </SoloPage>
  );
}
