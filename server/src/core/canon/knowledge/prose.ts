/** The prose of a page as somebody may read it: without secrets of others, comments, and names of pages that are not shown. */
import type { WorldDate } from '../../chronology/types';
import type { Link } from '../../entry/body';
import type { Entry, Ref } from '../../entry/entry';
import { cutFrontmatter } from '../../entry/fence';
import { hiddenFootnotes } from '../../entry/footnotes';
import { nameKey } from '../../entry/slug';
import { commentSpans, mayVeil, secretCallouts, withoutSpans } from '../../entry/veil';
import type { Span } from '../../text/span';
import { mentionKeys } from '../model/indexKeys';
import { at } from '../model/table';
import { labelOf, withoutHiddenLinks } from './hiddenLinks';
import { type Learner, timesIn } from './learning';
import { firstLearned } from './moments';

/** Who reads, and what is open to them. */
export interface ProseReader {
  readonly learner: Learner;
  readonly until: WorldDate | null;
  readonly isShownAt: (path: string) => boolean;
  /** What came of `namesHidden`: a page is linked to from many others. */
  readonly names: Map<string, boolean>;
}

/** Whether a page has prose that is not shown. */
export const isProseHidden = (reader: ProseReader, entry: Entry): boolean =>
  entry.mayVeil || entry.links.some((link) => leadsToHidden(reader, link));

/** The prose alone: how long the frontmatter is would tell of what it hides. @param text of the whole file */
export function proseFor(reader: ProseReader, entry: Entry, text: string): string {
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const body = text.slice(from);
  return isProseHidden(reader, entry) ? shownWords(reader, body) : body;
}

/** Where a page has comments, and secrets of others. @param text of the whole file */
export function hiddenIn({ learner, until }: ProseReader, text: string): Span[] {
  const from = cutFrontmatter(text)?.body ?? 0;
  if (!mayVeil(text, from)) return [];
  const others = secretCallouts(text, from, learner.known.canon.codex.secrets).filter(
    ({ knowers }) =>
      !knowers.some(({ text: name }) => firstLearned(timesIn(learner.known, learner.knower, name), until)),
  );
  const hidden = [...commentSpans(text, from), ...others.map(({ span }) => span)];
  return [...hidden, ...hiddenFootnotes(text, from, hidden)];
}

/** Words of a page as somebody may read them. */
export function shownWords(reader: ProseReader, text: string): string {
  const shown = mayVeil(text, 0) ? withoutSecrets(reader, text) : text;
  return withoutHiddenLinks(shown, (name) => namesHidden(reader, name));
}

/** What a fact names, as somebody may read it: of a link to a page that is not shown, the words. */
export function shownRef(reader: ProseReader, ref: Ref): Ref {
  const { text, span, linked, label } = ref;
  if (linked && !namesHidden(reader, text)) return ref;
  const shown = linked ? labelOf(label, (name) => namesHidden(reader, name)) : shownWords(reader, text);
  return shown === text ? ref : { text: shown, span, linked: false };
}

function withoutSecrets({ learner, until }: ProseReader, text: string): string {
  const { secrets } = learner.known.canon.codex;
  const hidden: Span[] = commentSpans(text, 0);
  let open = 0;
  for (const { span, bar, knowers } of secretCallouts(text, 0, secrets)) {
    const isIn = knowers.some(({ text: name }) => firstLearned(timesIn(learner.known, learner.knower, name), until));
    if (!isIn) hidden.push(span);
    else if (bar) {
      // Who else is in on it is not said.
      hidden.push(bar);
      open++;
    }
  }
  return withoutNew(withoutLines(text, [...hidden, ...hiddenFootnotes(text, 0, hidden)]), open, secrets);
}

/** Blank lines that are left would tell where something was. */
const withoutLines = (text: string, hidden: readonly Span[]): string =>
  withoutSpans(text, hidden).replace(/(?:\r?\n[ \t]*){3,}/g, '\n\n');

/** Who nests more marks than this is shown nothing of it. */
const DEEPEST = 20;

/** What is left may have come together as something hidden: then nothing that looks so stays. @param open how many secrets may be read */
function withoutNew(text: string, open: number, secrets: ReadonlySet<string>, depth = 0): string {
  if (!mayVeil(text, 0)) return text;
  const [comments, callouts] = [commentSpans(text, 0), secretCallouts(text, 0, secrets)];
  const isNew = callouts.length > open;
  if (comments.length === 0 && !isNew) return text;
  if (depth === DEEPEST) return '';
  const hidden = [...comments, ...(isNew ? callouts.map(({ span }) => span) : [])];
  const shown = withoutLines(text, [...hidden, ...hiddenFootnotes(text, 0, hidden)]);
  return withoutNew(shown, isNew ? 0 : open, secrets, depth + 1);
}

/** A link that may lead to several pages is not shown where one of them is not. */
const leadsToHidden = (reader: ProseReader, { target }: Link): boolean => namesHidden(reader, target);

/** Whether a name may be that of a page that is not shown. What is not told yet is not shown either. */
export function namesHidden({ learner, isShownAt, names }: ProseReader, name: string): boolean {
  let is = names.get(name);
  if (is === undefined) {
    const pathsOf = (key: string): readonly string[] => at(learner.known.canon.names, nameKey(key)) ?? [];
    is = mentionKeys(name).some((key) => pathsOf(key).some((path) => !isShownAt(path)));
    names.set(name, is);
  }
  return is;
}
