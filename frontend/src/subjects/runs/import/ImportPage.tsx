import { t } from "@lingui/core/macro";
import { useQueries } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { OnlyWith } from "@/subjects/accounts/controls/OnlyWith";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { AboutForm } from "@/subjects/runs/import/AboutForm";
import {
  type Difference,
  labelsProblem,
  NO_DIFFERENCE,
  NOTHING_SAID,
  problemsOf,
  statedTimes,
  toImportQuery,
} from "@/subjects/runs/import/about";
import { factsQuery } from "@/subjects/runs/import/facts";
import { Intake } from "@/subjects/runs/import/Intake";
import { SaveBar } from "@/subjects/runs/import/SaveBar";
import { SourceCard } from "@/subjects/runs/import/SourceCard";
import { droppedFiles, isReadable } from "@/subjects/runs/import/sources";
import { TypedCard } from "@/subjects/runs/import/TypedForm";
import { isStored, outcomesInWords, savingInWords, useSave } from "@/subjects/runs/import/use-save";
import { useSources } from "@/subjects/runs/import/use-sources";
import { previewQuery } from "@/subjects/runs/queries/imports";
import { PageHeader } from "@/ui/PageHeader";

/** More sources than this start folded: their heads alone fill the screen. */
const MAX_OPEN = 3;

/** For those who may upload; the others are told so. */
export function ImportPage() {
  return useMay("upload") ? (
    <Importer />
  ) : (
    <>
      <PageHeader title={t`Import results`} />
      <OnlyWith right="upload" needs={t`Only editors can import results.`}>
        {null}
      </OnlyWith>
    </>
  );
}

/** Results that somebody has already: shown as understood, corrected, then saved. */
function Importer() {
  const { sources, text, isReading, isTyping, addFiles, changeText, remove, clear } = useSources();
  const [isDragging, setDragging] = useState(false);
  const [about, setAbout] = useState(NOTHING_SAID);
  // A time is judged when it is stated.
  const [now, setNow] = useState(() => new Date());
  const [differences, setDifferences] = useState<ReadonlyMap<string, Difference>>(new Map());
  const [isChecked, setChecked] = useState(false);
  const { outcomes, isSaving, save, clear: forget } = useSave();
  const host = useRef<HTMLInputElement>(null);

  const readable = sources.filter(isReadable);
  const previews = useQueries({ queries: readable.map((source) => previewQuery(source)) });
  const differenceOf = (id: string) => differences.get(id) ?? NO_DIFFERENCE;
  const savable = readable.flatMap((source, i) => {
    const preview = previews[i]?.data;
    // A table alone is no measurement: it is saved as typed, by its own button.
    return preview === undefined || preview.runs.length === 0 || outcomes.get(source.id)?.state === "stored"
      ? []
      : [{ source, preview }];
  });
  // A field of a run says itself what is wrong with it; here it keeps the rest from being sent.
  const runLabels = savable
    .flatMap(({ source }) => differenceOf(source.id).runLabels)
    .map(labelsProblem)
    .find((problem) => problem !== null);
  const needsHost = savable.some(({ source }) => differenceOf(source.id).host.trim() === "");
  const problems = {
    ...problemsOf(about, needsHost, now),
    ...(runLabels === undefined ? {} : { runLabels }),
  };
  // The host is asked for when it is missed, not while the page is still being filled.
  const { host: noHost, ...others } = problems;
  const shown = isChecked ? problems : others;
  const shownSources = new Set(sources.map(({ id }) => id));
  const current = [...outcomes].filter(([id]) => shownSources.has(id)).map(([, outcome]) => outcome);

  const saveAll = () => {
    setChecked(true);
    if (noHost !== undefined) host.current?.focus();
    if (Object.keys(problems).length > 0) return;
    void save(
      savable.map(({ source, preview }) => {
        const difference = differenceOf(source.id);
        // A text that was shortened since may hold fewer runs.
        const runLabels = difference.runLabels.slice(0, preview.runs.length);
        return {
          ...source,
          about: {
            ...toImportQuery(about, { ...difference, runLabels }),
            ...factsQuery(preview, difference.accepted),
          },
        };
      }),
    );
  };
  const startAgain = () => {
    clear();
    forget();
    setDifferences(new Map());
    // Host, labels and tags stay: more results are mostly of the same machine. A time and a title are of their own.
    setAbout({ ...about, title: "", measuredAt: null });
    setChecked(false);
  };

  return (
    // Dropping is a shortcut: the buttons of the intake do the same by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      style={{ minHeight: "calc(100dvh - var(--bar-height) - 40px)" }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null)) {
          setDragging(false);
        }
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDragging(false);
        void addFiles(droppedFiles(event.dataTransfer));
      }}
    >
      <PageHeader
        title={t`Import results`}
        subtitle={t`Import output from fio and other benchmark tools. Nothing is stored until you save; then the original files are stored too.`}
      />
      <div className="stack gap-16">
        <Intake
          isDragging={isDragging}
          isReading={isReading}
          text={text}
          onFiles={(files) => void addFiles(files)}
          onText={changeText}
        />
        {sources.length > 0 && (
          <AboutForm
            value={about}
            problems={shown}
            times={statedTimes(previews.flatMap(({ data }) => data ?? []))}
            known={
              previews.some(({ isPending }) => isPending)
                ? null
                : [...new Set(previews.flatMap(({ data }) => data?.labels ?? []))]
            }
            onChange={(stated) => {
              setAbout(stated);
              setNow(new Date());
            }}
            hostRef={host}
          />
        )}
        {sources.map((source, i) => (
          <SourceCard
            key={source.id}
            source={source}
            isInitiallyOpen={i < MAX_OPEN}
            outcome={outcomes.get(source.id)}
            host={differenceOf(source.id).host.trim() || about.host.trim()}
            onRemove={() => remove(source.id)}
            difference={differenceOf(source.id)}
            onHost={about.host.trim() === "" ? (named) => setAbout({ ...about, host: named }) : null}
            isAlone={sources.length === 1}
            onDiffer={(difference) => setDifferences(new Map(differences).set(source.id, difference))}
          />
        ))}
        {sources.length === 0 && <TypedCard />}
        {sources.length > 0 && (
          <SaveBar
            runs={savable.reduce((sum, { preview }) => sum + preview.runs.length, 0)}
            unusable={sources.length - readable.length + previews.filter((query) => query.isError).length}
            isWaiting={isTyping || previews.some((query) => query.isPending)}
            problem={Object.values(shown)[0] ?? null}
            isSaving={isSaving}
            saving={savingInWords(current, savable.length + current.filter(isStored).length)}
            summary={outcomesInWords(current)}
            onSave={saveAll}
            onMore={startAgain}
          />
        )}
      </div>
    </div>
  );
}
