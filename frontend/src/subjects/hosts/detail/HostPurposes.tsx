import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { PURPOSES_TITLE, PurposesCard } from "@/subjects/purposes/parts/PurposesCard";
import { purposesQuery } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { WaitingCard } from "@/ui/page/WaitingCard";

/** For which programs each target of a host is fast enough, by the newest run of each workload. */
export function HostPurposes({ hostId }: { hostId: string }) {
  const query = useQuery(purposesQuery({ host: hostId }));
  if (query.data === undefined)
    return (
      <WaitingCard title={PURPOSES_TITLE} query={query} failure={t`The purposes could not be loaded.`} />
    );
  if (query.data.items.length === 0) return <NothingMeasured />;
  return query.data.items.map((target) => (
    <PurposesCard
      key={target.run_id + target.target}
      title={target.target ?? t`Unknown target`}
      purposes={target}
      units="decimal"
      renderFigure={(one, figure) =>
        one.run_id === null ? figure : <Link to={paths.run(one.run_id)}>{figure}</Link>
      }
    />
  ));
}

function NothingMeasured() {
  return (
    <Card title={PURPOSES_TITLE}>
      <EmptyMessage
        title={t`No run on this host matches a workload with a published requirement.`}
        detail={t`Run such a workload, for example the one for etcd:`}
        action={
          <CommandLine
            text="fioboard-agent suite purpose etcd --target PATH"
            name={t`the test command for etcd`}
          />
        }
      />
    </Card>
  );
}
