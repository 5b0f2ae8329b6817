import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { withinSentence } from "@/lib/format";
import { paths } from "@/lib/paths";
import { purposesQuery } from "@/subjects/runs/queries/runs";

/** For what each target of a host, or of a batch, is fast enough; nothing where no run tells. */
export function PurposeSentences({ of }: { of: { host: string } | { batch: string } }) {
  const items = useQuery(purposesQuery(of)).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <ul className="links grid gap-4 muted" style={{ padding: "0 2px 12px" }} aria-label={t`Requirements`}>
      {items.map((item) => (
        <li className="anywhere" key={item.run_id + item.target}>
          {item.target !== null && (
            <>
              <code>{item.target}</code>{" "}
            </>
          )}
          {item.target === null ? item.sentence : withinSentence(item.sentence)}{" "}
          <Link to={"host" in of ? paths.host(of.host) : paths.run(item.run_id)} hash="purposes">
            <Trans>Margins and sources</Trans>
          </Link>
        </li>
      ))}
    </ul>
  );
}
