/** The prose of a page as somebody may read it: without secrets of others, comments, and names of pages that are not shown. */
import type { Entry, Ref } from '../../entry/entry';
import { cutFrontmatter } from '../../entry/frontmatter';
import { hiddenFootnotes, withoutLines } from '../../entry/footnotes';
import { commentSpans } from '../../entry/comments';
import { mayVeil, secretCallouts } from '../../entry/veil';
import type { Span } from '../../text/span';
import type { ProseReader } from '../model/canonValue';
import { labelOf, withoutHiddenLinks } from './hiddenLinks';

/** Whether a page has prose that is not shown. */
export const isProseHidden = (reader: ProseReader, entry: Entry): boolean =>
  entry.mayVeil || entry.links.some(({ target }) => reader.isHiddenName(target));

/** The prose alone: how long the frontmatter is would tell of what it hides. @param text of the whole file */
export function proseFor(reader: ProseReader, entry: Entry, text: string): string {
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const body = text.slice(from);
  return isProseHidden(reader, entry) ? shownWords(reader, body) : body;
}

/** Where a page has comments, and secrets of others. @param text of the whole file */
export function hiddenIn({ secrets, isInOn }: ProseReader, text: string): Span[] {
  const from = cutFrontmatter(text)?.body ?? 0;
  if (!mayVeil(text, from)) return [];
  const others = secretCallouts(text, from, secrets).filter(
    ({ knowers }) => !knowers.some(({ text: name }) => isInOn(name)),
  );
  const hidden = [...commentSpans(text, from), ...others.map(({ span }) => span)];
  return [...hidden, ...hiddenFootnotes(text, from, hidden)];
}

/** Words of a page as somebody may read them. */
export function shownWords(reader: ProseReader, text: string): string {
  const shown = mayVeil(text, 0) ? withoutSecrets(reader, text) : text;
  return withoutHiddenLinks(shown, reader);
}

/** What a fact names, as somebody may read it: of a link to a page that is not shown, the words. */
export function shownRef(reader: ProseReader, ref: Ref): Ref {
  const { text, span, linked, label } = ref;
  if (linked && !reader.isHiddenName(text)) return ref;
  const shown = linked ? labelOf(label, text, reader) : shownWords(reader, text);
  // A comment leaves the blank that stood beside it.
  return shown === text ? ref : { text: shown.trim(), span, linked: false };
}

function withoutSecrets({ secrets, isInOn }: ProseReader, text: string): string {
  const hidden: Span[] = commentSpans(text, 0);
  let open = 0;
  for (const { span, bar, knowers } of secretCallouts(text, 0, secrets)) {
    if (!knowers.some(({ text: name }) => isInOn(name))) hidden.push(span);
    else if (bar) {
      // Who else is in on it is not said.
      hidden.push(bar);
      open++;
    }
  }
  return withoutNew(withoutLines(text, [...hidden, ...hiddenFootnotes(text, 0, hidden)]), open, secrets);
}

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
