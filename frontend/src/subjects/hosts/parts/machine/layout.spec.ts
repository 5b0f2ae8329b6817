import { expect, test } from "vitest";
import { foldMachine } from "@/subjects/hosts/parts/machine/fold";
import { layoutMachine, type MachineLayout } from "@/subjects/hosts/parts/machine/layout";
import { epyc, hiddenMachine, laptop } from "@/test/machine-data";

const machines = { epyc: epyc(), laptop: laptop(), hidden: hiddenMachine() };
const cases = Object.entries(machines).flatMap(([name, machine]) =>
  [1176, 340].map((width) => [name, width, layoutMachine(foldMachine(machine, new Set()), width)] as const),
);

function overlaps({ boxes }: MachineLayout): string[] {
  return boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      )
      .map((b) => `${a.box.id} on ${b.box.id}`),
  );
}

test.each(cases)(
  "%s at %i px: no box covers another, all are inside the picture",
  (_name, _width, layout) => {
    expect(overlaps(layout)).toEqual([]);
    for (const { x, y, width, height } of layout.boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(layout.width);
      expect(y + height).toBeLessThanOrEqual(layout.height);
    }
  },
);

test.each(cases)("%s at %i px: every box but a socket has its line", (_name, _width, layout) => {
  const below = layout.boxes.filter((placed) => placed.parent !== null).map((placed) => placed.box.id);
  expect(layout.links.map((link) => link.box.id).toSorted()).toEqual(below.toSorted());
});

test("a wide page gets columns of one kind of thing each, a phone one list as wide as itself", () => {
  const sockets = foldMachine(epyc(), new Set());
  const wide = layoutMachine(sockets, 1176);
  expect(wide.form).toBe("columns");
  const drives = wide.boxes.filter(({ box }) => /^nvme[0-3]/.test(box.title));
  expect(new Set(drives.map(({ x }) => x)).size).toBe(1);
  expect(wide.width).toBeLessThanOrEqual(1176);

  const narrow = layoutMachine(sockets, 340);
  expect(narrow.form).toBe("list");
  expect(narrow.width).toBe(340);
  expect(narrow.boxes.map(({ y }) => y)).toEqual(narrow.boxes.map(({ y }) => y).toSorted((a, b) => a - b));
});
