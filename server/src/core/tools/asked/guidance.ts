/** What an assistant reads of a tool beside its purpose: when to use it and when another, what comes back, and one call. */
import type { QuestionName } from './questionList';

export interface Guidance {
  readonly use: string;
  /** Other tools, and what they are for: those that are not offered are not named. */
  readonly instead: Readonly<Record<string, string>>;
  readonly returns: string;
  readonly example: Readonly<Record<string, unknown>>;
}

export const GUIDANCE: { readonly [Name in QuestionName | 'check']: Guidance } = {
  was_true_at: {
    use: 'for facts: who founded, ruled, owned or lived where, at a date, as an earlier session held it (as_of), or as somebody believes it (for)',
    instead: { lore: 'the wording of the prose', lookup: 'one page and its versions' },
    returns: 'the values by attribute, disputes, and the retcons that touch them',
    example: { entity: 'house-vyr', at: '300 TA', attribute: 'founder' },
  },
  lookup: {
    use: 'to see what one page states and whether it still stands',
    instead: { was_true_at: 'what holds of something at a date' },
    returns: 'standing, facts, versions, disputes and stale sources',
    example: { entity: 'founding-of-house-vyr' },
  },
  lore: {
    use: 'to search the prose for words: descriptions, rumours, anything that no fact says',
    instead: { was_true_at: 'facts', brief: 'writing a text' },
    returns: 'the best passages, superseded ones flagged',
    example: { query: 'bridge "cut by night"', limit: 5 },
  },
  brief: {
    use: 'before you write prose or a scene',
    instead: { was_true_at: 'a single fact', lore: 'one passage' },
    returns: 'one text within the budget, each line with its source',
    example: { topic: 'House Vyr', for: 'aldric', at: '412 TA', tokens: 800 },
  },
  chain: {
    use: 'to see the history of a page and what depends on it, before it is changed',
    instead: { log: 'the retcons of the whole codex' },
    returns: 'older and newer versions, sources, dependants; with why, the story in a paragraph',
    example: { entity: 'refounding-of-house-vyr', why: true },
  },
  knows: {
    use: 'to find what a character gets wrong, has not learned, or keeps secret',
    instead: { was_true_at: 'a fact as somebody believes it (with for)' },
    returns: 'mistaken beliefs, facts they are unaware of, secrets they share',
    example: { for: 'aldric', at: '412 TA' },
  },
  fork: {
    use: 'where two pages replace the same one and somebody has to choose',
    instead: { chain: 'the versions of one page' },
    returns: 'the competing pages and what each says',
    example: {},
  },
  log: {
    use: 'to list what was retconned, also since a session or a date',
    instead: { diff: 'which answers changed', chain: 'one page' },
    returns: 'retcons with reason, source, before and after',
    example: { since: 'session-46', limit: 20 },
  },
  ripples: {
    use: 'after a retcon, for what is left to rewrite because of it',
    instead: { chain: 'what depends on one page', log: 'the retcons' },
    returns: 'the passages and pages by retcon, open ones first',
    example: { since: 'session-46' },
  },
  similar: {
    use: 'to find pages that were written twice',
    instead: { lore: 'passages with some words' },
    returns: 'pairs with a score, and how they differ',
    example: { entity: 'founding-of-house-vyr' },
  },
  diff: {
    use: 'to see which answers changed between two sessions or commits, declared or silent',
    instead: { log: 'the reasons alone' },
    returns: 'changes by entity and attribute, before and after',
    example: { from: 'session-46', to: 'latest' },
  },
  verify: {
    use: 'after you have written something: list its statements as claims to find contradictions',
    instead: { was_true_at: 'a question that is not a claim' },
    returns: 'a verdict for each (holds, contradicts, superseded, disputed, unknown …) and the truth',
    example: { claims: [{ entity: 'house-vyr', attribute: 'founder', value: 'aldric', at: '300 TA' }] },
  },
  what_if: {
    use: 'to try a drafted or edited page before it is saved',
    instead: { propose_retcon: 'a retcon whose page is not written yet' },
    returns: 'problems with the draft, and every answer it would change',
    example: { pages: [{ path: 'tam.md', text: '---\nfacts: {house-vyr: {seat: oldmere}}\n---\n' }] },
  },
  propose_retcon: {
    use: 'to draft the page that changes an established fact',
    instead: { what_if: 'a page that is written already' },
    returns: 'path and text of the page for the author to save, and what it would change',
    example: { entity: 'refounding-of-house-vyr', facts: ['founder: lysa'], reason: 'the letter in the wall' },
  },
  timeline: {
    use: 'for the order of events and values over years, of some entities or all',
    instead: { succession: 'the holders of one office', was_true_at: 'one date' },
    returns: 'lanes of values, dated events, retcons; one that is too long says how to narrow it',
    example: { entity: ['house-vyr'], from: '200 TA', until: '420 TA' },
  },
  family: {
    use: 'for ancestors, descendants, marriages and ages',
    instead: { succession: 'who held an office' },
    returns: 'people by generation, relations with their dates, unions',
    example: { entity: 'aldric', generations: 2 },
  },
  succession: {
    use: 'to list rulers, holders of a title, owners or seats in order',
    instead: { was_true_at: 'one date', family: 'kin' },
    returns: 'each holder with dates and age, gaps, overlaps',
    example: { entity: 'house-vyr', attribute: 'ruler' },
  },
  check: {
    use: 'to find mistakes: broken references, bad dates, undeclared changes',
    instead: { what_if: 'a page that is not saved' },
    returns: 'problems with file, line, code and what to do, and their counts',
    example: { path: 'events', severity: 'warning' },
  },
};

/** @param offered the names of the tools that this assistant has */
export function toolDescription(
  what: string,
  { use, instead, returns, example }: Guidance,
  offered: ReadonlySet<string>,
): string {
  const others = Object.entries(instead)
    .filter(([name]) => offered.has(name))
    .map(([name, purpose]) => `${name} for ${purpose}`);
  return [
    `${what[0]?.toUpperCase()}${what.slice(1)}.`,
    `Use it ${use}.`,
    ...(others.length > 0 ? [`Not here: ${others.join('; ')}.`] : []),
    `Returns ${returns}.`,
    `Example: ${JSON.stringify(example)}`,
  ].join(' ');
}
