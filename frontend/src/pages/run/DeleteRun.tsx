import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { deleteRun, restoreRun } from "@/api/queries/runs";
import { paths } from "@/lib/paths";

/** Deletes at once and offers the way back: the service keeps a deleted run for 30 days. */
export function DeleteRun({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const remove = useMutation(deleteRun(id));
  const restore = useMutation(restoreRun(id));

  const undo = async () => {
    notifications.hide(id);
    try {
      await cache.getMutationCache().build(cache, restoreRun(id)).execute(undefined);
      await navigate({ to: paths.run(id) });
    } catch {
      tell("The run was not restored.", "It is kept for 30 days; try again from the command line.");
    }
  };
  const tell = (title: string, message: React.ReactNode) =>
    notifications.show({ id, title, message, autoClose: 12_000, withBorder: true });

  return (
    <Button
      variant="default"
      loading={remove.isPending || restore.isPending}
      onClick={() =>
        remove.mutate(undefined, {
          onSuccess: async () => {
            await navigate({ to: paths.runs() });
            tell(
              "Run deleted.",
              <>
                {name}{" "}
                <Button variant="subtle" size="compact-xs" onClick={() => void undo()}>
                  Undo
                </Button>
              </>,
            );
          },
          onError: (error) => tell("The run was not deleted.", error.message),
        })
      }
    >
      Delete
    </Button>
  );
}
