import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon, Button, CloseButton, Popover, TextInput } from "@mantine/core";
import { IconBookmark, IconHome, IconPin, IconRss } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { LIMITS } from "@/api/vocabulary.gen";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { FeedOfView } from "@/subjects/runs/controls/FeedOfView";
import styles from "@/subjects/runs/controls/SavedViews.module.css";
import { changeView, removeView, saveView, type ViewPage, viewsQuery } from "@/subjects/runs/queries/views";

interface SavedViewsProps {
  page: ViewPage;
  /** The present view's query string, without the question mark. */
  query: string;
}

/** Views of this page that somebody gave a name, and the way to keep the present one. */
export function SavedViews({ page, query }: SavedViewsProps) {
  const [name, setName] = useState("");
  const [isOpen, setOpen] = useState(false);
  // The view that a feed is made of; null: the list is shown.
  const [fed, setFed] = useState<{ id: string; name: string } | null>(null);
  const mayWrite = useMay("write");
  const mayFeed = useMay("account") && page !== "compare";
  const views = useQuery({ ...viewsQuery(page), enabled: isOpen });
  const save = useMutation(saveView());
  const remove = useMutation(removeView());
  const change = useMutation(changeView());
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconBookmark size={15} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          <Trans>Views</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {fed !== null ? (
          <FeedOfView id={fed.id} name={fed.name} onDone={() => setFed(null)} />
        ) : (
          <div className="stack gap-8" style={{ width: 320 }}>
            <h2>
              <Trans>Saved views</Trans>
            </h2>
            {views.data?.items.length === 0 && (
              <p className="faint">
                <Trans>No saved views yet.</Trans>
              </p>
            )}
            {change.isError && <p role="alert">{change.error.message}</p>}
            {views.isError && <p role="alert">{views.error.message}</p>}
            <ul className={styles.list}>
              {views.data?.items.map((view) => (
                <li className="row spread gap-4 tall-30" key={view.id}>
                  <Link to={paths.view(page, view.query)} onClick={() => setOpen(false)}>
                    {view.name}
                  </Link>
                  {mayWrite && page === "runs" && (
                    <>
                      <ToggleMark
                        name={t`Pin the view ${{ name: view.name }} above the list`}
                        isOn={view.is_pinned}
                        icon={<IconPin size={15} aria-hidden="true" />}
                        onClick={() => change.mutate({ id: view.id, is_pinned: !view.is_pinned })}
                      />
                      <ToggleMark
                        name={t`Open the history with the view ${{ name: view.name }}`}
                        isOn={view.is_default}
                        icon={<IconHome size={15} aria-hidden="true" />}
                        onClick={() => change.mutate({ id: view.id, is_default: !view.is_default })}
                      />
                    </>
                  )}
                  {mayFeed && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t`Feed of the view ${{ name: view.name }}`}
                      title={t`Feed`}
                      onClick={() => setFed(view)}
                    >
                      <IconRss size={15} aria-hidden="true" />
                    </ActionIcon>
                  )}
                  {mayWrite && (
                    <CloseButton
                      size="sm"
                      aria-label={t`Remove the view ${{ name: view.name }}`}
                      onClick={() => remove.mutate(view.id)}
                    />
                  )}
                </li>
              ))}
            </ul>
            {mayWrite && (
              <form
                className="flex at-bottom gap-8 first-grows"
                onSubmit={(event) => {
                  event.preventDefault();
                  save.mutate({ page, name: name.trim(), query }, { onSuccess: () => setName("") });
                }}
              >
                <TextInput
                  size="xs"
                  label={t`Save this view as`}
                  maxLength={LIMITS.maxNameCharacters}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                  error={save.isError ? save.error.message : null}
                />
                <Button size="xs" type="submit" loading={save.isPending} disabled={name.trim() === ""}>
                  <Trans>Save</Trans>
                </Button>
              </form>
            )}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ToggleMarkProps {
  name: string;
  isOn: boolean;
  icon: ReactNode;
  onClick: () => void;
}

function ToggleMark({ name, isOn, icon, onClick }: ToggleMarkProps) {
  return (
    <ActionIcon
      variant={isOn ? "light" : "subtle"}
      {...(isOn ? {} : { color: "gray" })}
      aria-label={name}
      aria-pressed={isOn}
      title={name}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
}
