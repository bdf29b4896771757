/** A family in words, for a terminal and for an assistant: generation by generation, the eldest first. */
import { describersOf, type Known } from '../../canon';
import { KIN_ROLES } from '../../codex/codexKeys';
import { kinAttributes } from '../../codex/kin';
import { familyAt, type FamilyMoment } from '../../picture/family/familyMoment';
import type { Family } from '../../picture/shapes/familyShape';
import { type FamilyRow, familyTable, type KinInCell } from '../../picture/family/familyTable';
import { listWords } from '../../text/wordLists';
import {
  headingLine,
  itemLine,
  link,
  type RichLine,
  type RichText,
  sectionLine,
  textLine,
  type TextPart,
} from '../words/richText';

export function familyText(known: Known, family: Family): RichText {
  const { entity, at, as_of, people, relations, cut, cycles } = family;
  const asked = people.find(({ id }) => id === entity);
  const when = [at === null ? '' : ` at ${at}`, as_of === 'latest' ? '' : `, as of ${as_of}`].join('');
  const moment = pointInQuestion(family);
  const rows = familyTable(family, moment);
  const generations = [...new Set(rows.map(({ person }) => person.generation))];
  return [
    headingLine('Family of ', nameOfRow(known, entity, asked?.title ?? entity), when),
    ...(people.length > 1 || relations.length > 0
      ? generations.flatMap((generation) =>
          sectionLine(
            generationWords(generation),
            rows.filter(({ person }) => person.generation === generation).map((row) => rowLine(known, row)),
          ),
        )
      : cut
        ? []
        : [textLine(whyNobody(known, asked?.title ?? entity))]),
    ...(cut ? [textLine(cutWords(cut.generations))] : []),
    ...cycles.map((cycle) => textLine(cycleWords(family, cycle))),
  ];
}

/** The point that was asked for: the world date where it has a place among the days, and all that is known. */
export const pointInQuestion = (family: Family): FamilyMoment =>
  familyAt(family, { day: family.at_days?.[0] ?? null, stop: Math.max(family.points.length - 1, 0) });

const nameOfRow = (known: Known, id: string, name: string): TextPart => {
  const [page] = describersOf(known, id);
  return page ? link(page, name) : name;
};

function rowLine(known: Known, { person, name, life, shown, parents, spouses, children }: FamilyRow): RichLine {
  const is = shown.is === 'unborn' ? 'not yet born' : shown.is === 'dead' ? 'dead' : '';
  const about = [life, is].filter((part) => part !== '').join(', ');
  const cells = [cellText('parents', parents), cellText('spouses', spouses), cellText('children', children)];
  const kin = cells.filter((part) => part !== '').join('; ');
  return itemLine(nameOfRow(known, person.id, name), about === '' ? '' : ` (${about})`, kin === '' ? '' : `: ${kin}`);
}

function cellText(head: string, all: readonly KinInCell[]): string {
  const names = all.map(({ name, strength, isDisputed }) => {
    const marks = [...(isDisputed ? ['disputed'] : []), ...(strength === 'faint' ? ['at another time'] : [])];
    return name + (marks.length > 0 ? ` (${marks.join(', ')})` : '');
  });
  return names.length === 0 ? '' : `${head}: ${names.join(', ')}`;
}

/** −2: two generations before. */
export function generationWords(generation: number): string {
  if (generation === 0) return 'The same generation';
  const count = Math.abs(generation);
  return `${count} generation${count === 1 ? '' : 's'} ${generation < 0 ? 'before' : 'after'}`;
}

const cutWords = (count: number): string =>
  count === 0
    ? 'The generation next to this one is of too many to be shown.'
    : `${count === 1 ? 'This is the nearest generation' : `These are the nearest ${count} generations`}; there are more.`;

function cycleWords({ people }: Family, cycle: readonly string[]): string {
  const names = cycle.map((id) => people.find((person) => person.id === id)?.title ?? id);
  const [first = ''] = names;
  if (names.length === 1) return `${first} is told to be their own parent, which counts for no generation.`;
  return `${first} is told to be their own ancestor: ${[...names, first].join(' → ')}. The last step counts for no generation.`;
}

/** Why there is nobody beside the asked one, and what to do. @param name of the asked one */
function whyNobody({ canon }: Known, name: string): string {
  const { kin, attributes } = canon.codex;
  if (kin.size === 0)
    return 'codex.yaml does not say which facts name kin: write `kin: {parent: [mother, father], spouse: married-to}` with the attributes of your own pages.';
  const named = KIN_ROLES.flatMap((role) => kinAttributes(kin, role));
  const undeclared = named.filter((attribute) => !attributes.has(attribute));
  const none = `No page tells of ${name}'s kin, by ${listWords(named, 'or')}.`;
  if (undeclared.length === 0) return none;
  return `${none} At the top of a page such a key counts as a fact once codex.yaml lists it: \`attributes: {${undeclared[0]}: constant}\`.`;
}
