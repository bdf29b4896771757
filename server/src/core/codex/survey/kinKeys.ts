/** Which of the keys that look like facts name somebody's kin: by their names, where their values are links. */
import { fold } from '../../chronology';
import { KIN_ROLES, type KinRole } from '../kin';
import { keyOf } from '../codex';
import { wordsIn } from './keyUses';
import type { AttributeFound } from './nameKeys';

const WORDS: Readonly<Record<KinRole, ReadonlySet<string>>> = {
  parent: wordsIn(
    'mother father parent parents mum mom dad sire dam child_of son_of daughter_of mutter vater eltern mere pere madre padre padres',
  ),
  spouse: wordsIn(
    'spouse spouses husband wife wives partner partners married married_to consort consorts mate ehemann ehefrau gatte gattin epoux epouse esposo esposa',
  ),
  child: wordsIn(
    'child children son sons daughter daughters kid kids offspring issue parent_of father_of mother_of kinder enfants hijos',
  ),
};

export interface KinFound {
  readonly role: KinRole;
  readonly names: readonly string[];
}

export const kinFound = (attributes: readonly AttributeFound[]): readonly KinFound[] =>
  KIN_ROLES.flatMap((role) => {
    const names = attributes.filter(({ name, examples }) => {
      return WORDS[role].has(fold(keyOf(name))) && examples.some((text) => text.includes('[['));
    });
    return names.length > 0 ? { role, names: names.map(({ name }) => name) } : [];
  });
