import { t } from "@lingui/core/macro";
import { CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import { formatBandwidth, formatBandwidthExact } from "@/lib/units";
import { type Box, nameOf } from "@/subjects/hosts/parts/machine/fold";
import styles from "@/subjects/hosts/parts/machine/MachinePicture.module.css";
import type { MachineLink } from "@/subjects/hosts/parts/machine/machine";
import {
  CONTRADICTION,
  capable,
  ceilingInWords,
  classInWords,
  kindInWords,
  shareOfCeiling,
  trained,
} from "@/subjects/hosts/parts/machine/wording";
import { Missing } from "@/ui/Missing";

/** Everything known of one box. */
export function MachineDetails({ box, onClose }: { box: Box; onClose: () => void }) {
  const { slot, link } = box;
  return (
    <section className={styles.details} aria-label={t`Details of ${{ box: nameOf(box) }}`}>
      <div className="row spread">
        <h3>{nameOf(box)}</h3>
        <CloseButton size="sm" aria-label={t`Close details`} className="no-print" onClick={onClose} />
      </div>
      <dl className="facts">
        <Row name={t`Kind`}>{kindInWords(box)}</Row>
        {box.subtitle !== null && <Row name={t`Description`}>{box.subtitle}</Row>}
        {box.address !== null && (
          <>
            <Row name={t`PCI address`}>
              <code>{box.address}</code>
            </Row>
            <Row name={t`NUMA node`}>{box.numaNode}</Row>
          </>
        )}
        {box.port !== null && (
          <Row name={t`Switch port`}>
            <code>{box.port}</code>
          </Row>
        )}
        {slot !== null && (
          <Row
            name={t`Slot`}
          >{`${slot.name} (${slot.source}, ${slot.is_verified ? t`verified` : t`not verified`})`}</Row>
        )}
        {link !== null && <LinkRows link={link} />}
        {box.usedBytesPerS !== null && (
          <Row name={t`Measured`}>{formatBandwidthExact(box.usedBytesPerS)}</Row>
        )}
        {box.usedBytesPerS !== null && link !== null && (
          <Row name={t`Utilization`}>{shareInWords(box.usedBytesPerS, link)}</Row>
        )}
      </dl>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="faint">{name}</dt>
      <dd className="figures anywhere">{children ?? <Missing reason={t`not reported`} />}</dd>
    </div>
  );
}

function LinkRows({ link }: { link: MachineLink }) {
  const { rate_bytes_per_s: rate, ceiling_bytes_per_s: ceiling } = link;
  const seen = trained(link);
  return (
    <>
      <Row name={t`Link`}>{seen === null ? null : t`${seen}, seen ${{ link: link.seen }}`}</Row>
      <Row name={t`Supported by both ends`}>{capable(link)}</Row>
      <Row name={t`State`}>{classInWords(link)}</Row>
      <Row name={t`Link rate`}>{rate === null ? null : formatBandwidth(rate)}</Row>
      <Row name={t`Link limit`}>
        {ceiling === null ? null : (
          <span title={t`One direction, after packet overhead; a range if the payload size is unknown`}>
            {ceilingInWords(ceiling)}
          </span>
        )}
      </Row>
    </>
  );
}

function shareInWords(used: number, link: MachineLink): string | null {
  const share = shareOfCeiling(used, link);
  if (share !== CONTRADICTION) return share === null ? null : t`${share} of the link limit`;
  return t`above the link limit: the recorded link is wrong, the data took another path, or a cache answered`;
}
