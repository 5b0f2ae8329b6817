import { t } from "@lingui/core/macro";
import type { RunDetail } from "@/api/types";
import { downloads } from "@/lib/downloads";
import { formatBytes, formatCount } from "@/lib/units";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`File` },
  { name: t`Kind` },
  { name: t`Size`, isNumeric: true },
  { name: "SHA-256" },
];

/** The files as they were sent, byte for byte: the truth behind every figure of the page. */
export function RawFiles({ run }: { run: RunDetail }) {
  return (
    <Card
      title={t`Original files`}
      subtitle={t`Stored exactly as uploaded; results extracted by parser version ${{ reader_version: run.reader_version }}`}
      isFlush
    >
      {run.documents.length === 0 ? (
        <EmptyMessage title={t`No files are kept for this run.`} />
      ) : (
        <Table caption={t`Original files`} columns={COLUMNS}>
          {run.documents.map((document) => (
            <tr key={document.name}>
              <th scope="row">
                <a href={downloads.raw(run.id, document.name)} download={document.name}>
                  {document.name}
                </a>
              </th>
              <td>{document.kind.replaceAll("_", " ")}</td>
              <NumberCell title={t`${{ bytes: formatCount(document.bytes) }} bytes`}>
                {formatBytes(document.bytes)}
              </NumberCell>
              <td>
                <code title={document.sha256}>{document.sha256.slice(0, 16)}…</code>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
