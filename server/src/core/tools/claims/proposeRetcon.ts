/** Proposes a retcon of an entry, as a new page or on the page itself, with what it would change. Nothing is written. */
import { type Canon, entityNamed, entityOf, entityOfFact, idOf, type Known, knownAt, LATEST } from '../../canon';
import { declareRetcon } from '../../edits/refactor/declare';
import type { Manner } from '../../edits/refactor/carriedFacts';
import { type NewFact, withNewFact } from '../../edits/refactor/newVersion';
import { effectiveProblem, ownKey, ownTarget, retconFacts, valueAnswer } from '../../edits/refactor/retconValue';
import { titleProblem, isRefusal } from '../../edits/refactor/page';
import { decidedForValue, limitsOf, refusedTo, titleFor, decidedWithin } from '../../edits/refactor/retconQuestions';
import type { Entry, Fact } from '../../entry/entry';
import { frontmatterTree } from '../../entry/frontmatter';
import type { YamlNode } from '../../yaml/tree';
import { keyOf, spellingsOf } from '../../codex/codex';
import { revisionId } from '../../codex/revisions';
import type { Answered, AskSurroundings, Given } from '../asked/answering';
import { attributeLike } from './verify';
import { draftedOn, effectJson, effectSections, effectSteps } from './whatIf';
import { findEntryByName, type QuestionFailure, type Result, strip } from '../asked/question';
import { headingLine, link, type RichLine, textLine } from '../words/richText';
import { presentEntry, presentFacts } from '../../entry/versions';

const refused = (message: string, given: string) =>
  ({ ok: false, failure: { code: 'refused', message, given } }) as const;

/** As `page`, a new page says it; as `value`, the page itself, which remembers what it said. */
export function* proposeRetconSteps(
  canon: Canon,
  given: Given,
  around: AskSurroundings,
): Generator<void, Answered<'propose_retcon'>> {
  const known = knownAt(canon, LATEST);
  const found = findEntryByName(known, given.entry ?? '');
  if (!found.ok) return found;
  const { as = 'page' } = given;
  if (as !== 'page' && as !== 'value') return wrongAs(as);
  const facts = newFactsOf(known, found.value, given.facts, as);
  if (!facts.ok) return facts;
  const makePage = as === 'page' ? pageOf : changedPageOf;
  const page = makePage(known, found.value, given, facts.value, around);
  if (!page.ok) return page;
  const drafted = draftedOn(canon, [page.value]);
  if (!drafted.ok) return drafted;
  const effect = yield* effectSteps(canon, drafted.value, around.textOf);
  const { path, text } = page.value;
  return {
    ok: true,
    get json() {
      return { supersedes: idOf(known, found.value), path, text, ...effectJson(effect) };
    },
    prose: [
      headingLine('A retcon of ', link(found.value)),
      textLine(
        as === 'page'
          ? `${path} would be a new page. Nothing has been written: save it as it stands here.`
          : `${path} would remember what it said. Nothing has been written: save it as it stands here.`,
      ),
      ...facts.value.flatMap((fact) => newAttribute(known, fact)),
      ...effectSections(effect),
      textLine(`\n${text.trimEnd()}`),
    ],
  };
}

/** A remark on an attribute that has not been stated yet, if a similar one has. */
function newAttribute(known: Known, { entity, attribute }: NewFact): RichLine[] {
  const near = attributeLike(known, entity, attribute);
  return near === undefined
    ? []
    : [textLine(`"${attribute}" is new: so far ${entity} has ${near}. Did you mean that?`)];
}

type NewPage = Result<{ readonly path: string; readonly text: string }>;

function pageOf(
  known: Known,
  old: Entry,
  { date, canon, reason = '', title, prose, soft }: Given,
  facts: readonly NewFact[],
  { textOf, today = '' }: AskSurroundings,
): NewPage {
  const refusal = refusedTo(known, old, 'declare');
  if (refusal) {
    const candidates = refusal.instead.map(({ entry }) => idOf(known, entry));
    const failure: QuestionFailure = { code: 'refused', message: refusal.refusal, given: old.title };
    return { ok: false, failure: candidates.length > 0 ? { ...failure, candidates } : failure };
  }
  const decided = canon === undefined ? decidedWithin(known.canon.codex, limitsOf(known, old, 'declare'), today) : null;
  if (decided === 'none')
    return refused('Say when it is decided, as `canon`: a revision, or a date such as 2026-05-12.', old.title);
  const name = title ?? titleFor(known, old, 'declare');
  const taken = titleProblem(known, name);
  if (taken !== null) return refused(taken, name);
  const manner: Manner = soft !== undefined ? 'both' : date === undefined ? 'always' : 'from';
  const answers = {
    manner,
    title: name,
    date: date ?? old.date?.text ?? '',
    canon: (canon && revisionId(known.canon.codex, canon)) ?? decided?.proposed ?? null,
    reason,
  };
  const page = { entry: old, text: textOf(old.path) ?? '' };
  const made = declareRetcon(known, old, page.text, answers, { isTaken: (path) => textOf(path) !== null });
  if (isRefusal(made)) return refused(made.refusal, date ?? old.title);
  let { text } = made;
  for (const fact of facts) {
    const next = withNewFact(known, page, made.file, text, fact);
    if (next === null)
      return refused(
        `"${fact.attribute}" can't be stated in the style of ${old.path}: propose the page without it, and write it in.`,
        fact.attribute,
      );
    if (typeof next !== 'string') return refused(next.refusal, fact.attribute);
    text = next;
  }
  return { ok: true, value: { path: made.file, text: withProse(text, prose) } };
}

/** The page itself with other facts, and an item of `formerly` that keeps those of before. */
function changedPageOf(
  known: Known,
  old: Entry,
  { date = '', canon, reason = '', title, prose, soft }: Given,
  facts: readonly NewFact[],
  { textOf, today = '' }: AskSurroundings,
): NewPage {
  if (facts.length === 0) return refused('Say what holds instead, as `facts`: "house-vyr.founder: lysa".', old.title);
  if (title !== undefined || prose !== undefined || soft !== undefined)
    return refused('`title`, `prose` and `soft` are for a new page: leave them out, or say `as: page`.', 'value');
  const now = presentEntry(old);
  for (const fact of facts) {
    const problem = changeProblem(known, now, fact, date);
    if (problem !== null) return refused(problem, date === '' ? fact.values.join(', ') : date);
  }
  const revision =
    canon === undefined ? decidedForValue(known, old, today)?.proposed : revisionId(known.canon.codex, canon);
  if (!revision)
    return refused('Say when it is decided, as `canon`: a revision, or a date such as 2026-05-12.', old.title);
  const page = { entry: old, text: textOf(old.path) ?? '' };
  const text = retconFacts(known, page, facts, { effective: date, canon: revision, reason });
  return typeof text === 'string' ? { ok: true, value: { path: old.path, text } } : refused(text.refusal, old.title);
}

/** Why a change can't be made on a page, as it stands now; null where it can. */
function changeProblem(known: Known, now: Entry, wanted: NewFact, date: string): string | null {
  const { entity, attribute, values } = wanted;
  const own = ownTarget(known, now, wanted);
  if (own && date !== '')
    return `${attribute} is ${now.title}'s own: when that changes, it was always that way. Leave the date out.`;
  const key = own && (own.kind === 'own' && own.key === 'end' ? ownKey(now, 'end') : 'date');
  if (key && ![key, ...spellingsOf(known.canon.codex, key)].some((one) => keyOf(one) === keyOf(attribute)))
    return `The end of ${now.title} is written as \`${key}\`: give it that way.`;
  if (own) return valueAnswer(known, own, values.join(' ')).message || null;
  const stated = now.facts.find(
    (fact) => keyOf(fact.attribute.text) === keyOf(attribute) && entityOfFact(known, now, fact) === entity,
  );
  if (!stated && values.length === 0) return `${now.title} says nothing about ${attribute} that could be taken back.`;
  const target = stated ? ({ kind: 'fact', fact: stated } as const) : ({ kind: 'added', entity, attribute } as const);
  return date === '' ? null : effectiveProblem(known, now, target, date);
}

const wrongAs = (given: string): { readonly ok: false; readonly failure: QuestionFailure } => ({
  ok: false,
  failure: {
    code: 'refused',
    message: `"${given}" is not a way to retcon: a page is superseded by a new page, or a value changes on the page itself.`,
    given,
    accepted: ['page', 'value'],
  },
});

const withProse = (text: string, prose: string | undefined): string =>
  prose === undefined || prose.trim() === '' ? text : `${text.trimEnd()}\n\n${prose.trim()}\n`;

const HOW = ['house-vyr.founder: lysa', 'founder: lysa', 'ruler: "[[Lysa of the Bridge]]"'];

/** Lines of one entity and attribute are several values of it, and so is a list. Of a page that remembers, nothing takes a value back. */
function newFactsOf(
  known: Known,
  old: Entry,
  given: string | undefined,
  as: 'page' | 'value',
): Result<readonly NewFact[]> {
  const facts = new Map<string, NewFact>();
  for (const line of given?.split('\n').filter((one) => one.trim() !== '') ?? []) {
    const [, written = '', value = ''] = /^(.+?):(?:\s+(.+))?$/.exec(line.trim()) ?? [];
    const dot = written.lastIndexOf('.');
    const attribute = written.slice(dot + 1).trim();
    const values = valuesIn(value.trim());
    const isWrong = attribute === '' || values.includes('') || (values.length === 0 && as === 'page');
    if (isWrong)
      return {
        ok: false,
        failure: {
          code: 'refused',
          message: `"${line}" is not a fact: write the attribute, a colon, and the value.`,
          given: line,
          accepted: HOW,
        },
      };
    const own = entityOf(known, old);
    const isOwn = dot === -1 && ownTarget(known, old, { entity: own, attribute }) !== null;
    const unnamed = isOwn ? own : entityOfAttribute(known, old, attribute);
    const entity = dot === -1 ? unnamed : entityNamed(known, strip(written.slice(0, dot)));
    const key = JSON.stringify([entity, keyOf(attribute)]);
    const fact = { entity, attribute, values: [...(facts.get(key)?.values ?? []), ...values] };
    if (as === 'page' && ownTarget(known, old, fact)) return refused(ownKeyWords(attribute), line);
    facts.set(key, fact);
  }
  return { ok: true, value: [...facts.values()] };
}

/** `ada`, `"ada"`, or a list of such; a list without brackets of its own is one text, and so is a `[[link]]`. */
function valuesIn(written: string): string[] {
  if (written === '') return [];
  const list = /^\[(?!\[)/.test(written) ? frontmatterTree(`---\nvalues: ${written}\n---\n`)?.pairs[0]?.value : null;
  if (list?.kind !== 'sequence') return [written.replace(/^(["'])(.*)\1$/, '$2')];
  return list.items.map((one) => (one.kind === 'scalar' ? one.text : `[[${linkedIn(one)}]]`));
}

/** `[[ada]]` is a list in a list to YAML. */
const linkedIn = (node: YamlNode): string =>
  node.kind === 'sequence' ? node.items.map(linkedIn).join(', ') : node.kind === 'scalar' ? node.text : '';

const ownKeyWords = (attribute: string): string =>
  `${attribute} is a key of the page itself, and not a fact: change it with \`as: value\`, or give the new page a date as \`date\`.`;

/** The only entity of whose attribute, or of which at all, the old version states facts; else its own. */
function entityOfAttribute(known: Known, old: Entry, attribute: string): string {
  const own = entityOf(known, old);
  const entitiesOf = (facts: readonly Fact[]): string[] => [
    ...new Set(facts.map((fact) => entityOfFact(known, old, fact))),
  ];
  const facts = presentFacts(old);
  const speaking = facts.filter((fact) => keyOf(fact.attribute.text) === keyOf(attribute));
  const [only = own, ...others] = entitiesOf(speaking.length > 0 ? speaking : facts);
  return others.length === 0 ? only : own;
}
