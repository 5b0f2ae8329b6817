import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { DifferenceTable } from "@/subjects/hosts/controls/DifferenceTable";
import { differenceQuery } from "@/subjects/hosts/queries/inventories";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";

const route = getRouteApi("/shell/inventories/$base/diff/$other");

/** Any two inventories side by side: differences only. */
export function DifferencePage() {
  const { base, other } = route.useParams();
  const { data } = useQuery(differenceQuery(base, other));
  return (
    <>
      <PageHeader
        title={t`Differences between two inventories`}
        subtitle={
          data === undefined ? (
            ""
          ) : (
            <Trans>
              Base received <Moment iso={data.base.created_at} />, new received{" "}
              <Moment iso={data.new.created_at} />
            </Trans>
          )
        }
        actions={
          <Button variant="default" component={Link} to={paths.difference(other, base)}>
            <Trans>Swap base and new</Trans>
          </Button>
        }
      />
      <Card
        title={t`Fields that differ`}
        subtitle={t`Identical fields and fields that always change are left out`}
      >
        <DifferenceTable base={base} other={other} />
      </Card>
    </>
  );
}
