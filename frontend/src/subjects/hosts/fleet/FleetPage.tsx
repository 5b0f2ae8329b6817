import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Fleet } from "@/api/types";
import { addresses, type FleetParams, VIEW } from "@/lib/address";
import { downloads } from "@/lib/downloads";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { DriveTabs } from "@/subjects/datasheets/controls/DriveTabs";
import { AddHost } from "@/subjects/hosts/controls/AddHost";
import { Bays } from "@/subjects/hosts/fleet/Bays";
import { DriveGroup } from "@/subjects/hosts/fleet/DriveGroup";
import { DriveRow } from "@/subjects/hosts/fleet/DriveRow";
import { listColumns } from "@/subjects/hosts/fleet/drive-columns";
import { groupDrives } from "@/subjects/hosts/fleet/drive-groups";
import { toFleetQuestion } from "@/subjects/hosts/fleet/question";
import { attention, PROBLEM_WORDS, promises } from "@/subjects/hosts/parts/fleet-words";
import { baysQuery, fleetQuery } from "@/subjects/hosts/queries/fleet";
import { AddressProblems } from "@/ui/AddressProblems";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import styles from "@/ui/ListPage.module.css";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { LoadedList } from "@/ui/page/LoadedList";
import { Table } from "@/ui/Table";

const route = getRouteApi("/shell/fleet");

/** Every drive of every host as it was last seen; what needs a look comes first. */
export function FleetPage() {
  const { params, problems } = route.useSearch()[VIEW];
  const fleet = useInfiniteQuery(fleetQuery(toFleetQuestion(params)));
  const bays = useQuery(baysQuery(toFleetQuestion(params)));
  // Both at once, so that the table does not move when the places above it come.
  const isPending = fleet.isPending || (bays.isPending && !fleet.isError);
  const navigate = useNavigate();
  const first = fleet.data?.pages[0];
  const drives = fleet.data?.pages.flatMap((page) => page.items) ?? [];
  const columns = listColumns(drives);
  const isFiltered = params.problem !== "any" || params.q !== null || params.model !== null;
  const isEmpty = !isFiltered && first !== undefined && first.drives === 0;
  return (
    <>
      <PageHeader
        title={t`Drives`}
        subtitle={
          first === undefined || first.last_seen_at === null ? (
            t`All drives, from the last inventory of each host`
          ) : (
            <Trans>
              All drives, from the last inventory of each host; newest inventory{" "}
              <Moment iso={first.last_seen_at} />
            </Trans>
          )
        }
        actions={
          isEmpty ? undefined : (
            <Button
              variant="default"
              component="a"
              href={downloads.fleet(addresses.fleet.write(params))}
              download
            >
              <Trans>Download this view as CSV</Trans>
            </Button>
          )
        }
      />
      <DriveTabs />
      <AddressProblems problems={problems} onDismiss={() => void navigate({ to: paths.fleet(params) })} />
      {!isPending && first !== undefined && first.drives > 0 && (
        <p className={styles.answer}>
          {attention(first)} {promises(first.rated, first.drives)}{" "}
          {first.open_regressions > 0 && (
            <Link to={paths.changes()}>
              {plural(
                { open_regressions: first.open_regressions },
                { one: "# open regression", other: "# open regressions" },
              )}
              .
            </Link>
          )}
        </p>
      )}
      {!isPending && !isEmpty && <Filters key={params.q} params={params} fleet={first} />}
      {!isPending && bays.data !== undefined && <Bays list={bays.data} />}
      {/* Another card than the one that waits: what stands below the places never moved. */}
      <Card key={isPending ? "pending" : "drives"}>
        <LoadedList
          query={fleet}
          isPending={isPending}
          error={t`The fleet could not be loaded.`}
          more={t`More drives`}
          empty={drives.length === 0 ? <Nothing isFiltered={isFiltered} /> : null}
        >
          <Table caption={t`Drives`} columns={columns} isDense>
            {groupDrives(drives).map(([drive, ...more]) =>
              drive === undefined ? null : more.length === 0 ? (
                <DriveRow key={drive.id} drive={drive} columns={columns} />
              ) : (
                <DriveGroup key={drive.id} drives={[drive, ...more]} columns={columns} />
              ),
            )}
          </Table>
        </LoadedList>
      </Card>
      {!isPending && first !== undefined && first.drives > 0 && <Foot fleet={first} />}
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyMessage
      title={t`No drive matches this filter.`}
      action={
        <Link to={paths.fleet()}>
          <Trans>Show all drives</Trans>
        </Link>
      }
    />
  ) : (
    <EmptyMessage title={t`No drives yet. The agent reports them with every run.`} detail={<AddHost />} />
  );
}

function Filters({ params, fleet }: { params: FleetParams; fleet: Fleet | undefined }) {
  const navigate = useNavigate();
  const [words, setWords] = useState(params.q ?? "");
  const search = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: paths.fleet({ ...params, q: words.trim() === "" ? null : words.trim() }) });
  };
  const shown = fleet?.problems.filter(({ id, drives }) => drives > 0 || id === params.problem) ?? [];
  return (
    <div className="flow centred gap-8 below-14 no-print">
      <form className={styles.search} onSubmit={search}>
        <TextInput
          aria-label={t`Search drives`}
          placeholder={t`Model, host, slot, firmware`}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          data-shortcut="search"
        />
      </form>
      {shown.map(({ id, title, drives }) => {
        const isOn = params.problem === id;
        return (
          <Link
            key={id}
            to={paths.fleet({ ...params, problem: isOn ? "any" : id })}
            className={styles.filter}
            data-on={isOn}
            aria-current={isOn ? "true" : undefined}
            title={title}
          >
            {PROBLEM_WORDS[id].short} <strong>{formatCount(drives)}</strong>
          </Link>
        );
      })}
      {params.model !== null && (
        <Link to={paths.fleet({ ...params, model: null })} className={styles.filter} data-on>
          <Trans>model {{ model: params.model }} ✕</Trans>
        </Link>
      )}
    </div>
  );
}

function Foot({ fleet }: { fleet: Fleet }) {
  return (
    <p className={styles.foot}>
      <Trans>
        Outliers are looked for among 5 or more drives of one model and capacity under the same workload; last
        done <Moment iso={fleet.odd_at} />.
        {{
          notJudged:
            fleet.not_judged > 0
              ? t` ${{ not_judged: formatCount(fleet.not_judged) }} groups have too few drives or repeats.`
              : "",
        }}
      </Trans>
    </p>
  );
}
