/** Lists what still says what a retcon changed, for an author or an assistant to work through (model §14). */
import {
  type Canon,
  canonText,
  enteredWith,
  entityOf,
  idOf,
  knownAt,
  type Known,
  LATEST,
  type Retcon,
  retconsSince,
  wasTrueAt,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import { readAloud } from '../../entry/readEntry';
import { pageOf } from '../../entry/versions';
import {
  allRippleSteps,
  factPassageSteps,
  type PairRipples,
  type Ripple,
  rippleSteps,
  type RippleState,
} from '../../ripples';
import { cutShort, joinWith, quoted } from '../../text/words';
import type { Answered, AskSurroundings, Given, ReadText } from '../asked/answering';
import { findEntityByName, findEntryByName, readCanonPointParam } from '../asked/question';
import { valueJson } from '../words/answerJson';
import { attributeName, entityName, valueName } from '../words/names';
import {
  headingLine,
  itemLine,
  link,
  quoteLine,
  type RichLine,
  type RichText,
  textLine,
  type TextPart,
} from '../words/richText';

/**
 * Of an entry, only the retcons that it makes, that are made of it, or that touch the entity that it describes. With `all`, those that
 * are settled and those that were right at their time are listed too. With `fact`, what the prose says of `entity.attribute` instead.
 */
export function* ripplesAnswer(
  canon: Canon,
  { entry: name, since, all: isAll, fact }: Given,
  { commits, textOf }: AskSurroundings,
): Generator<void, Answered<'ripples'>> {
  if (fact !== undefined) return yield* factAnswer(canon, fact, textOf);
  const point = readCanonPointParam(canon, since, commits);
  if (!point.ok) return point;
  const now = knownAt(canon, LATEST);
  const all = isAll !== undefined;
  let groups: readonly PairRipples[];
  if (name === undefined && since === undefined) groups = yield* allRippleSteps(now, textOf);
  else {
    let retcons = yield* retconsSince(now, since === undefined ? null : knownAt(canon, point.value));
    let isOf: (group: PairRipples) => boolean = () => true;
    if (name !== undefined) {
      const resolved = findEntryByName(now, name);
      if (!resolved.ok) return resolved;
      const of = resolved.value;
      const entity = entityOf(now, of);
      const own = retcons.filter(({ by, old }) => pageOf(by) === of || old === of);
      // A page that makes no retcon is asked about for what it describes.
      if (own.length > 0) retcons = own;
      else isOf = ({ pair }) => pair?.entity === entity;
    }
    groups = (yield* rippleSteps(now, retcons, textOf)).filter(isOf);
  }
  return {
    ok: true,
    get json() {
      return { retcons: groups.map((group) => groupJson(now, group, all)) };
    },
    prose: renderRipples(now, groups, all),
  };
}

/** What the prose says of a fact, which is parted at the last dot. */
function* factAnswer(canon: Canon, fact: string, textOf: ReadText): Generator<void, Answered<'ripples'>> {
  const now = knownAt(canon, LATEST);
  const dot = fact.lastIndexOf('.');
  const attribute = fact.slice(dot + 1).trim();
  if (dot < 1 || attribute === '') {
    const message = `"${quoted(fact)}" is not a fact. Accepted: an entity and its attribute, such as house-vyr.founder.`;
    return { ok: false, failure: { code: 'bad-query', message, given: fact } };
  }
  const found = findEntityByName(now, fact.slice(0, dot));
  if (!found.ok) return found;
  const { id } = found.value;
  const passages = yield* factPassageSteps(now, id, attribute, textOf);
  const { facts } = wasTrueAt(now, id, { at: canon.codex.present, attribute });
  const values = facts.flatMap((answer) => answer.values);
  return {
    ok: true,
    json: {
      retcons: [],
      fact: { entity: id, attribute, values: values.map((held) => valueJson(now, held)) },
      passages: passages.map(({ entry, lines, text, values: named }) => ({
        entry: idOf(now, entry),
        title: entry.title,
        file: entry.path,
        lines: [...lines] as [number, number],
        text,
        values: [...named],
      })),
    },
    prose: [
      headingLine(
        passages.length === 1
          ? '1 passage may say something about '
          : `${passages.length} passages may say something about `,
        `${attributeName(attribute)} of `,
        entityName(now, id),
        ...(values.length > 0
          ? [
              ', which is ',
              ...joinWith(
                values.map((held) => valueName(held)),
                ' and ',
              ),
            ]
          : []),
      ),
      ...passages.flatMap(({ entry, lines, text, values: named }) => [
        itemLine(link(entry), `, line ${lines[0] + 1}`, named.length > 0 ? `: ${named.join(', ')}` : ''),
        quoteLine(cutShort(LENGTH, readAloud(text).trim())),
      ]),
    ],
  };
}

const isListed = (all: boolean, { state }: Ripple): boolean => all || state === 'open';

const countOf = (ripples: readonly Ripple[], wanted: RippleState): number =>
  ripples.filter(({ state }) => state === wanted).length;

function groupJson(now: Known, { retcon, pair, was, is, ripples }: PairRipples, all: boolean) {
  return {
    by: idOf(now, retcon.by),
    superseded: idOf(now, retcon.old),
    entity: pair?.entity ?? null,
    attribute: pair?.attribute ?? null,
    before: was.map((held) => valueJson(now, held)),
    after: is.map((held) => valueJson(now, held)),
    canon: canonText(now.canon, enteredWith(now, retcon)),
    // oxlint-disable-next-line unicorn/no-thenable -- contract.md calls the state so
    counts: { open: countOf(ripples, 'open'), settled: countOf(ripples, 'settled'), then: countOf(ripples, 'then') },
    ripples: ripples
      .filter((one) => isListed(all, one))
      .map(({ entry, passage, kind, state, date, also = [] }) => ({
        entry: idOf(now, entry),
        title: entry.title,
        file: entry.path,
        lines: passage && ([...passage.lines] as [number, number]),
        text: passage?.text ?? '',
        kind,
        state,
        date: date?.text ?? null,
        also_by: also.map(({ by }) => idOf(now, by)),
      })),
  };
}

function renderRipples(now: Known, groups: readonly PairRipples[], all: boolean): RichText {
  const open = groups.reduce((sum, { ripples }) => sum + countOf(ripples, 'open'), 0);
  const shown = groups.filter(({ ripples }) => ripples.some((one) => isListed(all, one)));
  return [
    headingLine(open === 1 ? '1 passage is left to revisit' : `${open} passages are left to revisit`),
    ...(shown.length === 0 ? [textLine('No passage still says what a retcon changed.')] : []),
    ...shown.slice(0, MOST_SHOWN).flatMap((group) => renderGroup(now, group, all)),
    ...(shown.length > MOST_SHOWN
      ? [textLine(`And ${shown.length - MOST_SHOWN} more retcons: name an entry, or a point to start from.`)]
      : []),
  ];
}

/** Nobody reads what more retcons have left at once. */
const MOST_SHOWN = 500;

function renderGroup(now: Known, group: PairRipples, all: boolean): RichLine[] {
  const { retcon, pair, was, is, ripples } = group;
  const about: TextPart[] = pair ? [`: ${attributeName(pair.attribute)} of `, entityName(now, pair.entity)] : [];
  const values = (all: typeof was): TextPart[] =>
    all.length > 0
      ? joinWith(
          all.map((held) => valueName(held)),
          ' and ',
        )
      : ['nothing'];
  const sides: TextPart[] = pair ? [' was ', ...values(was), ', is ', ...values(is)] : [];
  return [
    { kind: 'section', parts: [...changeWords(retcon.by, retcon), ...about, ...sides] },
    ...ripples.filter((one) => isListed(all, one)).flatMap((one) => renderRipple(one, retcon)),
  ];
}

const changeWords = (by: Entry, { kind, old, replaces }: Retcon): TextPart[] =>
  replaces ? [link(pageOf(by)), ' was changed'] : [link(by), ` ${kind} `, link(old)];

const stateWords = (state: RippleState): string =>
  state === 'open' ? '' : state === 'settled' ? ' (settled)' : ' (it was right then)';

const LENGTH = 200;

function renderRipple({ entry, passage, kind, state, date, also = [] }: Ripple, { old }: Retcon): RichLine[] {
  const place = passage ? `, line ${passage.lines[0] + 1}` : '';
  const when = date ? `, ${date.text}` : '';
  const does: TextPart[] =
    kind === 'states' ? [' still says it'] : kind === 'cites' ? [' links to ', link(old)] : [' rests on ', link(old)];
  const words = passage ? cutShort(LENGTH, readAloud(passage.text).trim()) : '';
  const others = also.map(({ by }): TextPart => link(pageOf(by)));
  const too: TextPart[] = others.length > 0 ? [' (changed by ', ...joinWith(others, ' and '), ' as well)'] : [];
  return [
    itemLine(link(entry), `${place}${when}`, ...does, ...too, stateWords(state)),
    ...(words === '' ? [] : [quoteLine(words)]),
  ];
}
