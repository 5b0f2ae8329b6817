import { ph, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Share } from "@/api/types";
import { formatUtcMinute } from "@/lib/time";
import { ShareActions } from "@/subjects/sharing/links/ShareActions";
import styles from "@/subjects/sharing/links/SharesPage.module.css";
import { KIND, titleForOwner } from "@/subjects/sharing/links/wording";
import { fieldsInWords } from "@/subjects/sharing/parts/share-fields";
import { Badge, type Tone } from "@/ui/Badge";
import { Table } from "@/ui/Table";

const COLUMNS = [t`Recipient`, t`Shared item`, t`State`, t`Created`, t`Expires`, t`Opened`, t`Actions`].map(
  (name) => ({
    name,
  }),
);

const STATE: Record<Share["state"], { word: string; tone: Tone }> = {
  active: { word: t`Active`, tone: "ok" },
  paused: { word: t`Paused`, tone: "warn" },
  expired: { word: t`Expired`, tone: "plain" },
  revoked: { word: t`Revoked`, tone: "plain" },
};

/** One line per link, newest first, ended ones too; on a narrow screen a card each. */
export function ShareTable({ shares }: { shares: readonly Share[] }) {
  return (
    <div className={styles.cards}>
      <Table caption={t`Shared links`} columns={COLUMNS}>
        {shares.map((share) => (
          <ShareRow key={share.id} share={share} />
        ))}
      </Table>
    </div>
  );
}

function ShareRow({ share }: { share: Share }) {
  const { word, tone } = STATE[share.state];
  const title = titleForOwner(share);
  const isEnded = share.state === "revoked" || share.state === "expired";
  return (
    <tr className={isEnded ? "faint" : ""}>
      <th scope="row" className={styles.label}>
        {share.label === null ? (
          <span className="missing">
            <Trans>no recipient</Trans>
          </span>
        ) : (
          <bdi>{share.label}</bdi>
        )}
      </th>
      <td className={styles.title}>
        {title}
        <span className="block hint">
          {[
            KIND[share.kind],
            share.host_names.every((name) => title.includes(name))
              ? null
              : t`${plural({ hosts: share.host_names.length }, { one: "host", other: "hosts" })} ${{ names: share.host_names.join(", ") }}`,
            share.has_passphrase ? "passphrase" : null,
            share.takes_replies ? t`takes replies` : null,
            share.revealed.length === 0 ? null : t`shows: ${{ revealed: fieldsInWords(share.revealed) }}`,
            share.hidden.length === 0 ? null : t`hides: ${{ hidden: fieldsInWords(share.hidden) }}`,
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
        {share.expectation !== null && (
          <span className="block hint">
            <Trans>
              expected: <bdi>{ph({ expectation: share.expectation })}</bdi>
            </Trans>
          </span>
        )}
      </td>
      <td className={styles.state}>
        <Badge tone={tone}>{word}</Badge>
        {share.replies_waiting > 0 && (
          <strong className="block small">
            {plural(share.replies_waiting, { one: "# reply waiting", other: "# replies waiting" })}
          </strong>
        )}
      </td>
      <td data-name={t`Created`}>
        {formatUtcMinute(share.created_at)}
        <span className="block hint">
          <bdi>{share.created_by}</bdi>
        </span>
      </td>
      <td data-name={t`Expires`}>{formatUtcMinute(share.expires_at)}</td>
      <td data-name={t`Opened`}>
        {share.view_count === 0
          ? t`never`
          : plural({ view_count: share.view_count }, { one: "once", other: "# times" })}
        {share.last_viewed_at !== null && (
          <span className="block hint">
            {share.view_count === 1
              ? formatUtcMinute(share.last_viewed_at)
              : t`last ${{ at: formatUtcMinute(share.last_viewed_at) }}`}
          </span>
        )}
      </td>
      <td className={styles.actions}>
        <ShareActions share={share} />
      </td>
    </tr>
  );
}
