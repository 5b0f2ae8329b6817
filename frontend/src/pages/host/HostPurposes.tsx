import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { hostPurposesQuery } from "@/api/queries/runs";
import { paths } from "@/lib/paths";
import styles from "@/pages/host/HostPurposes.module.css";

/** For what each target of a host is fast enough, by its newest runs; nothing where none of them tells. */
export function HostPurposes({ hostId }: { hostId: string }) {
  const items = useQuery(hostPurposesQuery(hostId)).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Fast enough?">
      {items.map((item) => (
        <li key={item.run_id + item.target}>
          {item.target !== null && (
            <>
              <code>{item.target}</code>:{" "}
            </>
          )}
          {item.sentence}{" "}
          <Link to={paths.run(item.run_id)} hash="purposes">
            Margins and sources
          </Link>
        </li>
      ))}
    </ul>
  );
}
