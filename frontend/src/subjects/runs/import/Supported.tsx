import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "@/lib/units";
import { infoQuery } from "@/subjects/accounts/queries/session";
import styles from "@/subjects/runs/import/Intake.module.css";

const ID = "import-supported";

const FORMATS = [
  t`fio JSON and json+ (--output-format=json, json+), fio 2.0.10 and later`,
  t`fio normal output, as in a terminal, of fio 2.x and 3.x`,
  t`fio terse lines, versions 2 to 5`,
  t`fio logs (--write_bw_log, --write_lat_log, --write_iops_log, --write_hist_log)`,
  t`FreeBSD's nvmecontrol perftest`,
  t`YABS, JSON and text`,
  t`dd, hdparm -t and -T, ioping, iostat -x, sysbench fileio, vdbench`,
  t`CrystalDiskMark, KDiskMark, diskspd (text and XML), elbencho (CSV and JSON)`,
  t`kubestr, dbench, kbench, FioSynth CSV, Phoronix Test Suite XML of fio tests`,
  t`Any other tool as JSON or CSV of named measurements`,
];

/** What the service reads today, folded away. */
export function Supported() {
  const limit = useQuery(infoQuery()).data?.max_upload_bytes;
  return (
    <details className={styles.supported} id={ID}>
      <summary>
        <Trans>Supported formats</Trans>
      </summary>
      <ul>
        {FORMATS.map((format) => (
          <li key={format}>{format}</li>
        ))}
        <li>
          <Trans>Any of these compressed with gzip or zstd</Trans>
        </li>
        {limit !== undefined && (
          <li>
            <Trans>Up to {{ limit: formatBytes(limit, "binary") }} each, unpacked</Trans>
          </li>
        )}
      </ul>
    </details>
  );
}

/** Opens the list and moves the reader there. */
export function showSupported() {
  const list = document.getElementById(ID);
  if (!(list instanceof HTMLDetailsElement)) return;
  list.open = true;
  list.scrollIntoView({ block: "center" });
  list.querySelector("summary")?.focus({ preventScroll: true });
}
