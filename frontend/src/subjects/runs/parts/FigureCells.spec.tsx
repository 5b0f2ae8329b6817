/** What a row of a table says where there is no figure. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LatencyCells, MovedCells, RateCells } from "@/subjects/runs/parts/FigureCells";

test("each cell without a figure is a dash that gives its reason, never 0", () => {
  render(
    <table>
      <tbody>
        <tr>
          <RateCells figures={{ iops: null, bw_bytes_per_s: null }} />
          <LatencyCells latency={null} />
          <MovedCells figures={{ io_bytes: null, runtime_ms: null }} />
        </tr>
      </tbody>
    </table>,
  );
  const latency = Array.from({ length: 6 }, () => "completion latency is not in the output");
  expect(screen.getAllByRole("cell").map((cell) => cell.textContent?.replace("–", ""))).toEqual([
    "the output has no IOPS",
    "the output has no bandwidth",
    ...latency,
    "the output has no byte count",
    "the output has no runtime",
  ]);
});
