import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { SoloPage } from "@/components/SoloPage";
import { paths } from "@/lib/paths";

export function NotFoundPage() {
  return (
    <SoloPage title={t`Page not found`}>
      <p>
        <Trans>The link may be incomplete or out of date.</Trans>
      </p>
      <p>
        <Link to={paths.runs()}>
          <Trans>Go to the run history</Trans>
        </Link>
      </p>
    </SoloPage>
  );
}
