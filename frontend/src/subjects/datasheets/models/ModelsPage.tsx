import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DriveModel } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCapacity, formatCount, formatRatedShare } from "@/lib/units";
import { DriveTabs } from "@/subjects/datasheets/controls/DriveTabs";
import { isModelGrave, modelProblems, modelsAnswer } from "@/subjects/datasheets/parts/model-words";
import { modelsQuery } from "@/subjects/hosts/queries/fleet";
import { ShareBar } from "@/subjects/runs/parts/answer/Yardstick";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import styles from "@/ui/ListPage.module.css";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { LoadedList } from "@/ui/page/LoadedList";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Model` },
  { name: t`Drives`, isNumeric: true },
  { name: t`Hosts`, isNumeric: true },
  { name: t`Best vs. rating`, width: 230 },
  { name: t`Links` },
  { name: t`State` },
  { name: t`Firmware` },
  { name: t`Last seen` },
];

/** Every drive model that a drive tells. */
export function ModelsPage() {
  const models = useQuery(modelsQuery());
  const items = models.data?.items ?? [];
  return (
    <>
      <PageHeader
        title={t`Drive models`}
        subtitle={
          items.length === 0 ? "" : plural({ items: items.length }, { one: "# model", other: "# models" })
        }
      />
      <DriveTabs />
      {items.length > 0 && <p className={styles.answer}>{modelsAnswer(items)}</p>}
      {/* Another card than the one that waits: what stands below the sentence never moved. */}
      <Card key={models.isPending ? "pending" : "models"}>
        <LoadedList
          query={models}
          error={t`The models could not be loaded.`}
          empty={
            items.length === 0 ? (
              <EmptyMessage
                title={t`No drive models reported yet.`}
                detail={t`An agent with access to the drives reports them with every run.`}
                action={
                  <Link to={paths.fleet()}>
                    <Trans>Show all drives</Trans>
                  </Link>
                }
              />
            ) : null
          }
        >
          <Table caption={t`Drive models`} columns={COLUMNS} isDense>
            {items.map((model) => (
              <ModelRow key={model.id} model={model} />
            ))}
          </Table>
        </LoadedList>
      </Card>
    </>
  );
}

function ModelRow({ model }: { model: DriveModel }) {
  return (
    <tr>
      <th scope="row" className={styles.drive}>
        <Link to={paths.model(model.id)}>{model.model}</Link>
        <div className="faint tiny">
          {model.capacities_bytes.map((size) => formatCapacity(size)).join(", ") || t`capacity unknown`}
        </div>
      </th>
      <NumberCell>
        <Link to={paths.fleet({ model: model.model })}>{formatCount(model.drives)}</Link>
      </NumberCell>
      <NumberCell>{formatCount(model.hosts)}</NumberCell>
      <td style={{ minWidth: 200 }}>
        <Rated of={model.rated} />
      </td>
      <td className="unbroken">
        <Links model={model} />
      </td>
      <td className={styles.words}>
        <State model={model} />
      </td>
      <td>{model.firmware.join(", ") || <Missing reason={t`firmware not reported`} />}</td>
      <td>
        <Moment iso={model.last_seen_at} />
      </td>
    </tr>
  );
}

/** The best drive, and all of them in words; never coloured, since the list shows no source. */
function Rated({ of }: { of: DriveModel["rated"] }) {
  if (of === null) return <Missing reason={t`no comparable run`} />;
  const { drives, share_best: best, is_least: isLeast, has_source: hasSource } = of;
  return (
    <>
      <ShareBar
        share={best}
        title={
          hasSource
            ? t`Compared with its datasheet`
            : t`Compared with a rating without a source, which does not count`
        }
        text={t`${{ atLeast: isLeast ? "≥ " : "" }}${{ best: formatRatedShare(best) }} of rated${{ footnote: hasSource ? "" : " *" }}`}
      />
      <div className="faint tiny">
        {plural(drives, { one: "# drive", other: "# drives" })}
        {!hasSource && t`, * without source`}
      </div>
      {of.alike_drives > 1 && (
        <div className="faint tiny">
          <Trans>
            {{ alike_test: of.alike_test }}: {{ alike_lowest: formatRatedShare(of.alike_lowest) }} to{" "}
            {{ alike_best: formatRatedShare(of.alike_best) }} by{" "}
            <Plural value={{ alike_drives: of.alike_drives }} one="# drive" other="# drives" />
          </Trans>
        </div>
      )}
    </>
  );
}

function Links({ model: { links, links_below: below } }: { model: DriveModel }) {
  if (links === 0) return <Missing reason={t`PCIe link not reported`} />;
  return below === 0 ? (
    t`${plural(links, { one: "# link, not degraded", other: "# links, none degraded" })}`
  ) : (
    <Badge tone="warn">
      <Trans>
        {{ below: formatCount(below) }} of {{ links: formatCount(links) }} degraded
      </Trans>
    </Badge>
  );
}

function State({ model }: { model: DriveModel }) {
  const problems = modelProblems(model);
  const { rated } = model;
  if (problems.length > 0) {
    return (
      <span className="flow gap-4">
        {problems.map((text) => (
          <Badge key={text} tone={isModelGrave(model) ? "warn" : "plain"}>
            {text}
          </Badge>
        ))}
      </span>
    );
  }
  if (rated === null || rated.judged === 0)
    return (
      <Badge>
        <Trans>performance not evaluated</Trans>
      </Badge>
    );
  return rated.as_rated === rated.judged ? (
    <Badge tone="ok">
      <Trans>as rated</Trans>
    </Badge>
  ) : (
    <Badge>
      <Trans>{{ count: formatCount(rated.judged - rated.as_rated) }} below 90 % of their rating</Trans>
    </Badge>
  );
}
