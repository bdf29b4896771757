/** The lenses over an entry's frontmatter: one for each retcon that it makes, and one for each that is made of it. */
import { idOf, type Known, resolve } from '../canon/known';
import type { Retcon } from '../canon/edges';
import { retconsBy, retconsOf } from '../canon/retcons';
import { kindOf } from '../canon/standing';
import type { Entry } from '../entry/entry';
import { nowOf, type Viewpoint } from './viewpoint';

export interface Lens {
  readonly title: string;
  /** null: there is nothing to go to. */
  readonly does:
    | { readonly kind: 'compare'; readonly before: Entry; readonly after: Entry; readonly title: string }
    | { readonly kind: 'open'; readonly entry: Entry }
    | null;
}

/** Of a viewpoint before it was decided. */
const NOT_YET = 'not yet written';

/** What has become of the entry comes first: an editor cuts off what does not fit in the line. */
export function lensesOf({ known }: Viewpoint, entry: Entry): readonly Lens[] {
  if (!known.has(entry)) return [{ title: NOT_YET, does: null }];
  const by = retconsBy(known, entry);
  return [
    ...retconsOf(known, entry).map((retcon) => undergoes(known, retcon)),
    ...by.map((retcon) => makes(known, retcon)),
    ...unfound(known, entry, by),
  ];
}

const MAKES = { supersedes: 'supersedes', retracts: 'retracts', restores: 'restores' } as const;
const UNDERGOES = { supersedes: 'superseded by', retracts: 'retracted by', restores: 'restored by' } as const;

function makes(known: Known, retcon: Retcon): Lens {
  const { by, old } = retcon;
  const date = retcon.kind === 'supersedes' ? (old.date?.date?.text ?? retcon.asOf) : fromWhen(retcon);
  const title = `${old.title} → ${by.title}`;
  return {
    title: told(`${MAKES[retcon.kind]} ${old.title}`, date, character(known, retcon), 'compare'),
    does: { kind: 'compare', before: old, after: by, title },
  };
}

function undergoes(known: Known, retcon: Retcon): Lens {
  const words = `${UNDERGOES[retcon.kind]} ${retcon.by.title}`;
  return {
    title: told(words, fromWhen(retcon), character(known, retcon), 'show'),
    does: { kind: 'open', entry: retcon.by },
  };
}

/** A declaration whose entry is being typed keeps its line, so that the text below does not jump. */
function unfound(known: Known, entry: Entry, found: readonly Retcon[]): Lens[] {
  const declared = new Set(found.flatMap((retcon) => retcon.declared.map(({ declaration }) => declaration)));
  return entry.declarations
    .filter((declaration) => !declaration.fromOldEnd && !declared.has(declaration))
    .map((declaration) => {
      const { kind } = resolve(known, declaration.target.text);
      const isLater = kind === 'none' && resolve(nowOf(known.canon).known, declaration.target.text).kind === 'one';
      const why = isLater
        ? NOT_YET
        : kind === 'none'
          ? 'no such entry'
          : kind === 'many'
            ? 'several entries'
            : 'in a circle';
      return { title: told(`${MAKES[declaration.kind]} ${declaration.target.text}`, why), does: null };
    });
}

const told = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const fromWhen = ({ effective }: Retcon): string | null => (effective === 'always' ? null : effective.text);

/** What sort of retcon it is, where the verb does not say it. */
function character(known: Known, retcon: Retcon): string | null {
  const kind = kindOf(known, retcon);
  const part = retcon.only ? `${retcon.only.map((one) => spoken(known, retcon, one.text)).join(', ')} only` : null;
  const word = kind === 'soft' ? 'both stand' : kind === 'correction' || kind === 'change' ? kind : null;
  return told(word, part) || null;
}

/** `house-vyr.founder` → `founder`, where the entity is the old entry's own or the only one. */
function spoken(known: Known, { old }: Retcon, only: string): string {
  const dot = only.lastIndexOf('.');
  const [entity, attribute] = [only.slice(0, Math.max(dot, 0)), only.slice(dot + 1).replaceAll('_', ' ')];
  const found = resolve(known, entity);
  const title = found.kind === 'one' ? found.entry.title : entity;
  return found.kind === 'one' && idOf(known, found.entry) === idOf(known, old) ? attribute : `${attribute} of ${title}`;
}
