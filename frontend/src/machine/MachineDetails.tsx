import { CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import { formatBandwidth, formatBandwidthExact } from "@/lib/units";
import { type Box, nameOf } from "@/machine/fold";
import styles from "@/machine/MachinePicture.module.css";
import type { MachineLink } from "@/machine/machine";
import {
  CONTRADICTION,
  capable,
  ceilingInWords,
  classInWords,
  kindInWords,
  shareOfCeiling,
  trained,
} from "@/machine/wording";
import { Missing } from "@/ui/Missing";

/** Everything known of one box. */
export function MachineDetails({ box, onClose }: { box: Box; onClose: () => void }) {
  const { slot, link } = box;
  return (
    <section className={styles.details} aria-label={`Details of ${nameOf(box)}`}>
      <div className={styles.detailsHead}>
        <h3>{nameOf(box)}</h3>
        <CloseButton size="sm" aria-label="Close details" className="no-print" onClick={onClose} />
      </div>
      <dl>
        <Row name="Kind">{kindInWords(box)}</Row>
        {box.subtitle !== null && <Row name="Is">{box.subtitle}</Row>}
        {box.address !== null && (
          <>
            <Row name="PCI address">
              <code>{box.address}</code>
            </Row>
            <Row name="NUMA node">{box.numaNode}</Row>
          </>
        )}
        {box.port !== null && (
          <Row name="Switch port">
            <code>{box.port}</code>
          </Row>
        )}
        {slot !== null && (
          <Row name="Slot">{`${slot.name} (${slot.source}, ${slot.is_verified ? "verified" : "not verified"})`}</Row>
        )}
        {link !== null && <LinkRows link={link} />}
        {box.usedBytesPerS !== null && <Row name="Measured">{formatBandwidthExact(box.usedBytesPerS)}</Row>}
        {box.usedBytesPerS !== null && link !== null && (
          <Row name="Share">{shareInWords(box.usedBytesPerS, link)}</Row>
        )}
      </dl>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Missing reason="the host did not tell" />}</dd>
    </div>
  );
}

function LinkRows({ link }: { link: MachineLink }) {
  const { rate_bytes_per_s: rate, ceiling_bytes_per_s: ceiling } = link;
  const seen = trained(link);
  return (
    <>
      <Row name="Link">{seen === null ? null : `${seen}, seen ${link.seen}`}</Row>
      <Row name="Both ends can">{capable(link)}</Row>
      <Row name="State">{classInWords(link)}</Row>
      <Row name="Link rate">{rate === null ? null : formatBandwidth(rate)}</Row>
      <Row name="Ceiling">
        {ceiling === null ? null : (
          <span title="One direction, after packet overhead; a range where the payload size is not known">
            {ceilingInWords(ceiling)}
          </span>
        )}
      </Row>
    </>
  );
}

function shareInWords(used: number, link: MachineLink): string | null {
  const share = shareOfCeiling(used, link);
  if (share !== CONTRADICTION) return share === null ? null : `${share} of the ceiling`;
  return "more than this link can carry: the recorded link is wrong, the data took another path, or a cache answered";
}
