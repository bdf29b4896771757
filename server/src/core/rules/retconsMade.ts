/** The retcons that the declarations in an entry make, and which of them the entry has to answer for. */
import { entryNamed, type Known, perKnown, type Declared, edgesOf, type Retcon } from '../canon';
import type { Declaration, DeclarationKind, Entry } from '../entry/entry';

export interface MadeRetcon {
  readonly declaration: Declaration;
  readonly retcon: Retcon;
}

/** Every declaration in an entry that names another one, with the retcon it makes. */
export const madeRetcons = perKnown((known: Known, entry: Entry): readonly MadeRetcon[] =>
  entry.declarations.flatMap((declaration) => {
    const named = entryNamed(known, declaration.target.text);
    if (!named || named === entry) return [];
    const retcon = edgesOf(known, declaration.fromOldEnd ? entry : named).find(({ declared }) =>
      declared.some((one) => one.declaration === declaration),
    );
    return retcon ? [{ declaration, retcon }] : [];
  }),
);

/** The place of a problem about a retcon: its newer end, or the older one where only that declares it. */
export const homeOf = ({ declared }: Retcon): Declared =>
  declared.find(({ declaration }) => !declaration.fromOldEnd) ?? declared[0];

/** The retcons of some kinds that have their home in an entry. */
export const atHomeIn = (known: Known, entry: Entry, ...kinds: readonly DeclarationKind[]): MadeRetcon[] =>
  madeRetcons(known, entry).filter(
    ({ declaration, retcon }) => kinds.includes(retcon.kind) && homeOf(retcon).declaration === declaration,
  );
