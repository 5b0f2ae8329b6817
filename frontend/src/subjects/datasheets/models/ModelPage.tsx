import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { DriveModelDetail } from "@/api/types";
import { VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { formatCapacity, formatCount } from "@/lib/units";
import { Datasheet } from "@/subjects/datasheets/models/Datasheet";
import { DriveStrips } from "@/subjects/datasheets/models/DriveStrips";
import { Health } from "@/subjects/datasheets/models/Health";
import { ModelAnswer } from "@/subjects/datasheets/models/ModelAnswer";
import { ModelChart } from "@/subjects/datasheets/models/ModelChart";
import { ModelReferenceSets } from "@/subjects/datasheets/models/ModelReferenceSets";
import { OddOnes } from "@/subjects/datasheets/models/OddOnes";
import { RatedCard } from "@/subjects/datasheets/models/RatedCard";
import { isShown } from "@/subjects/datasheets/models/WorkloadFilters";
import { Workloads } from "@/subjects/datasheets/models/Workloads";
import { nameSoldAs } from "@/subjects/datasheets/parts/model-words";
import { modelQuery } from "@/subjects/hosts/queries/fleet";
import { AddressProblems } from "@/ui/AddressProblems";
import { Card } from "@/ui/Card";
import styles from "@/ui/ListPage.module.css";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { NumberCell, Table } from "@/ui/Table";

const route = getRouteApi("/shell/models/$id");

/** One drive model: where it is, how it fares, and what its drives measured, each alone. */
export function ModelPage() {
  const { id } = route.useParams();
  const { params, problems } = route.useSearch()[VIEW];
  const { data: model } = useSuspenseQuery(modelQuery(id));
  const navigate = useNavigate();
  const soldAs = nameSoldAs(model);
  const shown = model.workloads.filter((workload) => isShown(workload, params));
  const asked = params.workload === null ? undefined : model.workloads[Number(params.workload)];
  const chosen = asked !== undefined && shown.includes(asked) ? asked : shown[0];
  return (
    <>
      <PageHeader
        title={model.model}
        trail={
          <nav aria-label={t`Breadcrumb`} className="trail">
            <Link to={paths.models()}>
              <Trans>Drive models</Trans>
            </Link>
            <span aria-hidden="true">/</span>
            <span>{model.model}</span>
          </nav>
        }
        subtitle={
          <>
            <Trans>
              Last seen <Moment iso={model.last_seen_at} />
            </Trans>
            {soldAs !== null && ` · ${soldAs}`}
          </>
        }
        actions={
          <>
            <Button variant="default" component={Link} to={paths.fleet({ model: model.model })}>
              <Trans>Drives</Trans>
            </Button>
            <Button
              variant="default"
              component={Link}
              to={paths.runs({ filter: { "drive.model": [model.model] } })}
            >
              <Trans>Runs</Trans>
            </Button>
          </>
        }
      />
      <AddressProblems problems={problems} onDismiss={() => void navigate({ to: paths.model(id, params) })} />
      <div className="stack gap-16 shrinks">
        <ModelAnswer model={model} />
        {chosen !== undefined && <DriveStrips model={model} workload={chosen} />}
        <Datasheet model={model} />
        <Workloads model={model} params={params} />
        <RatedCard model={model} />
        <ModelReferenceSets modelId={model.id}>
          <OddOnes model={model} />
          {chosen !== undefined && <ModelChart model={model} workload={chosen} params={params} />}
          <div className="small-tiles">
            <Health model={model} />
            <Firmware model={model} />
            <Places model={model} />
            <Hosts model={model} />
          </div>
        </ModelReferenceSets>
      </div>
    </>
  );
}

// Of hosts and slots: the fleet's page lists them all.
const LISTED = 12;
const withDrives = (name: string) => [{ name }, { name: t`Drives`, isNumeric: true }];

function Firmware({ model }: { model: DriveModelDetail }) {
  return (
    <Card title={t`Firmware`} isFlush>
      <Table caption={t`Firmware versions`} columns={withDrives(t`Version`)} isDense>
        {model.firmware_mix.map(({ version, drives, fault, fixed_in: fixed, source }) => (
          <tr key={version}>
            <td>
              {version ?? t`unknown`}
              {fault !== null && (
                <p className={styles.detail}>
                  <Trans>
                    Known to {fault}
                    {{ exception: fixed !== null ? t`; ${fixed} is not` : "" }}.
                  </Trans>{" "}
                  {source !== null && (
                    <a href={source} rel="noreferrer">
                      <Trans>Source</Trans>
                    </a>
                  )}
                </p>
              )}
            </td>
            <NumberCell>{formatCount(drives)}</NumberCell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Places({ model }: { model: DriveModelDetail }) {
  return (
    <Card title={t`Slots and capacities`} isFlush>
      <Table caption={t`Slots`} columns={withDrives(t`Slot`)} isDense>
        {model.slots.slice(0, LISTED).map(({ slot, drives }) => (
          <tr key={`slot ${slot}`}>
            <td>{slot ?? t`unknown`}</td>
            <NumberCell>{formatCount(drives)}</NumberCell>
          </tr>
        ))}
        {model.slots.length > LISTED && (
          <tr>
            <td className="faint tiny">
              {plural({ count: model.slots.length - LISTED }, { one: "# more slot", other: "# more slots" })}
            </td>
            <NumberCell>
              {formatCount(model.slots.slice(LISTED).reduce((sum, one) => sum + one.drives, 0))}
            </NumberCell>
          </tr>
        )}
      </Table>
      <Table caption={t`Capacities`} columns={withDrives(t`Capacity`)} isDense>
        {model.capacities.map(({ size_bytes: size, drives }) => (
          <tr key={`size ${size}`}>
            <td>{size === null ? t`unknown` : formatCapacity(size)}</td>
            <NumberCell>{formatCount(drives)}</NumberCell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Hosts({ model }: { model: DriveModelDetail }) {
  return (
    <Card title={t`Hosts`} isFlush>
      <Table caption={t`Hosts`} columns={withDrives(t`Host`)} isDense>
        {model.hosts_with.slice(0, LISTED).map(({ id, name, drives }) => (
          <tr key={id}>
            <td>
              <Link to={paths.host(id)}>{name}</Link>
            </td>
            <NumberCell>{formatCount(drives)}</NumberCell>
          </tr>
        ))}
      </Table>
      {model.hosts > LISTED && (
        <p className="pad-16">
          <Link to={paths.fleet({ model: model.model })}>
            <Trans>All {{ hosts: formatCount(model.hosts) }} hosts</Trans>
          </Link>
        </p>
      )}
    </Card>
  );
}
