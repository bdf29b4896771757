/** The prose of a page as somebody may read it: without secrets of others, comments, and names of pages that are not shown. */
import type { WorldDate } from '../../chronology/types';
import { readBody } from '../../entry/body';
import type { Link } from '../../entry/body';
import type { Entry } from '../../entry/entry';
import { cutFrontmatter } from '../../entry/fence';
import { nameKey } from '../../entry/slug';
import { commentSpans, secretCallouts, withoutSpans } from '../../entry/veil';
import type { Span } from '../../text/span';
import { filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import { type Learner, timesIn } from './learning';
import { firstLearned } from './moments';

type IsOpen = (entry: Entry) => boolean;

/** Whether a page has prose that is not shown. */
export const isProseHidden = (learner: Learner, isOpen: IsOpen, entry: Entry): boolean =>
  entry.mayVeil || entry.links.some((link) => leadsToHidden(learner, isOpen, link));

/** The prose alone: how long the frontmatter is would tell of what it hides. @param text of the whole file */
export function proseFor(
  learner: Learner,
  until: WorldDate | null,
  isOpen: IsOpen,
  entry: Entry,
  text: string,
): string {
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const body = text.slice(from);
  if (!isProseHidden(learner, isOpen, entry)) return body;
  const hidden: Span[] = commentSpans(body, 0);
  for (const { span, bar, knowers } of secretCallouts(body, 0, learner.known.canon.codex.secrets)) {
    const isIn = knowers.some(({ text: name }) => firstLearned(timesIn(learner.known, learner.knower, name), until));
    if (!isIn) hidden.push(span);
    // Who else is in on it is not said.
    else if (bar) hidden.push(bar);
  }
  // Blank lines that are left would tell where something was.
  const shown = withoutSpans(body, hidden).replace(/(?:\r?\n[ \t]*){3,}/g, '\n\n');
  return withoutHiddenLinks(learner, isOpen, shown);
}

/** A link to a page that is not shown becomes its words; where these name the page, nothing. */
function withoutHiddenLinks(learner: Learner, isOpen: IsOpen, text: string): string {
  let [shown, at] = ['', 0];
  for (const link of readBody(text, 0).links) {
    if (link.span.start < at || !leadsToHidden(learner, isOpen, link)) continue;
    shown += text.slice(at, link.span.start) + wordsOf(learner, isOpen, text, link);
    at = link.span.end;
  }
  return shown + text.slice(at);
}

function wordsOf(learner: Learner, isOpen: IsOpen, text: string, { kind, span, embed }: Link): string {
  const written = text.slice(span.start, span.end);
  if (embed) return '';
  const words = kind === 'wiki' ? /\|([^|]*)\]\]$/.exec(written)?.[1] : /^\[(.*)\]\(/s.exec(written)?.[1];
  const label = words?.trim() ?? '';
  return label === '' || namesHidden(learner, isOpen, label) ? '…' : label;
}

/** A link that may lead to several pages is not shown where one of them is not. */
const leadsToHidden = (learner: Learner, isOpen: IsOpen, { target }: Link): boolean =>
  namesHidden(learner, isOpen, target);

const namesHidden = ({ known }: Learner, isOpen: IsOpen, name: string): boolean =>
  mentionKeys(name)
    .flatMap((key) => filed(known.canon, 'names', nameKey(key)))
    .some((entry) => known.has(entry) && !isOpen(entry));
