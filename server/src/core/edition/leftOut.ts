/** What an edition leaves out, and why: told to its author, and never written. */
import { canonText, entryAt, type WhyHidden } from '../canon';
import { type Codex, keyOf } from '../codex/codex';
import { isOurDay } from '../codex/survey/dateKeys';
import { commentSpans } from '../entry/comments';
import { mayVeil, secretCallouts, hiddenInDoubt } from '../entry/veil';
import { knownKey, cutFrontmatter } from '../entry/frontmatter';
import type { Entry } from '../entry/entry';
import { isShared } from './pageKeys';
import { isStillOpen, type Readership } from './readership';
import type { PageInMaking, SharedPage } from './sharedPage';

/** A page that is left out. */
export interface PageLeftOut {
  readonly file: string;
  /** In words. */
  readonly why: string;
}

/** What is left out of a page that is shared: how much of each sort; keys by name. */
export interface PartsLeftOut {
  readonly file: string;
  readonly facts: number;
  readonly secrets: number;
  readonly comments: number;
  readonly links: number;
  readonly keys: readonly string[];
  readonly pictures: readonly string[];
  /** What is hidden for a mark that may or may not begin a comment, in words; absent: nothing. */
  readonly in_doubt?: readonly string[];
}

/** A page of the codex that is not shown. */
export function hiddenPage(readership: Readership, file: string): PageLeftOut {
  const entry = entryAt(readership.whole, file);
  return { file, why: entry ? `${whyWords(readership, entry)}${factsInNoPage(readership, file)}` : '' };
}

/** What a page that is not shown states and its readers know: an edition has no page for it. */
function factsInNoPage({ view, knower }: Readership, file: string): string {
  const count = view.eyes.veiledAt(file)?.facts.length ?? 0;
  if (count === 0) return '';
  return count === 1
    ? `; one fact of it is known to ${knower}, and is in no page here: state it on a page that is open`
    : `; ${count} facts of it are known to ${knower}, and are in no page here: state them on a page that is open`;
}

function whyWords({ whole, view, knower, until, point }: Readership, entry: Entry): string {
  const words: Readonly<Record<Exclude<WhyHidden['why'], 'later'>, string>> = {
    draft: 'a draft',
    told: `told in ${canonText(whole, entry) ?? 'a later revision'}, after ${point.text}`,
    doubt: "who knows it can't be read for certain: its problems say why",
    never: `not open to ${knower}`,
  };
  if (entry.isUnpublished) return 'not to be published, as it says itself (like `publish: false`)';
  if (!entry.draft && isStillOpen(whole, entry)) return `of ${canonText(whole, entry)}, which is still open`;
  const why = view.eyes.whyHidden(entry);
  if (why.why === 'doubt' && entry.frontmatter.start === entry.frontmatter.end)
    return 'it says who knows it outside of frontmatter, which begins with --- in the first line, and ends with ---';
  if (why.why !== 'later') return words[why.why];
  const later = `not open to ${knower} before ${why.from}`;
  // Unless the world's dates are such days too.
  return why.from === entry.date?.text && isOurDay(why.from) && !isOurDay(until.text)
    ? `${later}, its date in the world: a day of our time belongs under a key of your own, like \`played\``
    : later;
}

/** What a shared page has that its readers are not given; null: nothing. */
export function partsLeftOut(
  codex: Codex,
  page: SharedPage,
  { text, written, top, state, questions }: PageInMaking,
): PartsLeftOut | null {
  const from = cutFrontmatter(text)?.body ?? 0;
  const veils = mayVeil(text, from);
  const keys = top.flatMap(({ key }) =>
    knownKey(codex, key.text) === undefined && !codex.attributeKeys.has(keyOf(key.text)) && !isShared(codex, key.text)
      ? [key.text]
      : [],
  );
  const inDoubt = veils ? hiddenInDoubt(text, from) : [];
  const left: PartsLeftOut = {
    file: page.path,
    facts: written.facts.length - state.facts.length,
    secrets: veils ? secretCallouts(text, from, codex.secrets).length : 0,
    comments: veils ? commentSpans(text, from).length : 0,
    links: written.links.filter(({ target }) => questions.isHiddenName(target)).length + page.hiddenFiles,
    keys,
    pictures: page.hiddenPictures,
    ...(inDoubt.length > 0 && { in_doubt: inDoubt }),
  };
  const { facts: hidden, secrets, comments, links, pictures } = left;
  return hidden + secrets + comments + links + keys.length + pictures.length > 0 ? left : null;
}
