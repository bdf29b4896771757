/** A codex with every name replaced, everywhere: ids, titles, aliases, files, references. */
import type { Codex, Declaration, Named, Page, Statement } from './page';
import { capitalised, WORDS } from './worlds';

/** What each of the words becomes. */
export type Renaming = (text: string) => string;

/** @param order the words in another order */
export function renaming(order: readonly string[]): Renaming {
  const become = new Map(WORDS.map((word, i) => [word as string, order[i] ?? word]));
  return (text) =>
    text.replace(/[A-Za-z]+/g, (word) => {
      const other = become.get(word.toLowerCase());
      if (other === undefined) return word;
      return word === word.toLowerCase() ? other : capitalised(other);
    });
}

export function renamed(codex: Codex, rename: Renaming): Codex {
  const named = <T extends Named>(one: T): T => ({ ...one, entity: rename(one.entity) });
  const fact = (one: Statement): Statement => ({ ...named(one), value: rename(one.value) });
  const declaration = (one: Declaration): Declaration => ({
    ...one,
    name: rename(one.name),
    only: one.only?.map(named),
  });
  const page = (one: Page): Page => ({
    ...one,
    id: rename(one.id),
    file: rename(one.file),
    title: one.title && rename(one.title),
    aliases: one.aliases.map(rename),
    entity: one.entity && rename(one.entity),
    facts: one.facts.map(fact),
    declares: one.declares.map(declaration),
  });
  return { ...codex, pages: codex.pages.map(page) };
}
