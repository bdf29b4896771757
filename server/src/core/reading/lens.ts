/** The lenses over an entry's frontmatter: one for each retcon that it makes, and one for each that is made of it. */
import {
  idOf,
  isShown,
  type Known,
  resolve,
  edgesBy,
  type Retcon,
  retconsBy,
  retconsOf,
  kindOf,
  forkOf,
} from '../canon';
import type { Entry } from '../entry/entry';
import { listWords } from '../text/wordLists';
import { absenceWords, entryAtViewpoint, resolveAtViewpoint } from './atViewpoint';
import { shownRetcons } from './entryCard';
import type { Viewpoint } from './viewpoint';

export interface Lens {
  readonly title: string;
  /** The same without the word at its end that says what a click does. */
  readonly words: string;
  /** null: there is nothing to go to. */
  readonly does:
    | { readonly kind: 'compare'; readonly before: Entry; readonly after: Entry; readonly title: string }
    | { readonly kind: 'open'; readonly entry: Entry }
    | { readonly kind: 'fork'; readonly old: Entry; readonly by: readonly Entry[]; readonly title: string }
    | null;
}

/** What has to be settled comes first, then what has become of the entry: an editor cuts off what does not fit in the line. */
export function lensesOf(view: Viewpoint, entry: Entry): readonly Lens[] {
  const { known } = view;
  const entryThen = entryAtViewpoint(view, entry);
  if (!entryThen) return [lens([absenceWords(view)], null, null)];
  return [
    ...forks(known, entryThen),
    ...shownRetcons(known, retconsOf(known, entryThen)).map((retcon) => undergoes(known, retcon)),
    ...shownRetcons(known, retconsBy(known, entryThen)).map((retcon) => makes(known, retcon)),
    // What somebody has not learned of a declaration is not said to be missing.
    ...(view.eyes ? [] : unfound(view, entry, entryThen)),
  ];
}

/** Of what the entry supersedes, or is, each that another entry supersedes too. */
function forks(known: Known, entry: Entry): Lens[] {
  const olds = new Set([entry, ...shownRetcons(known, retconsBy(known, entry)).map(({ old }) => old)]);
  return [...olds].flatMap((old): Lens[] => {
    const by = [...new Set(forkOf(known, old).map((retcon) => retcon.by))].filter((one) => isShown(known, one));
    if (by.length < 2 || (old !== entry && !by.includes(entry))) return [];
    const title = `${old.title}, forked`;
    const others = by.filter((one) => one !== entry).map((one) => one.title);
    const words = old === entry ? `forked by ${listWords(others, 'and')}` : `forked: ${listWords(others, 'and')} too`;
    return [lens([words], `look at all ${by.length + 1}`, { kind: 'fork', old, by, title })];
  });
}

const MAKES = { supersedes: 'supersedes', retracts: 'retracts', restores: 'restores' } as const;
const UNDERGOES = { supersedes: 'superseded by', retracts: 'retracted by', restores: 'restored by' } as const;

function makes(known: Known, retcon: Retcon): Lens {
  const { by, old } = retcon;
  const date = retcon.kind === 'supersedes' ? (old.date?.date?.text ?? retcon.asOf) : fromWhen(retcon);
  const title = `${old.title} → ${by.title}`;
  const words = [`${MAKES[retcon.kind]} ${old.title}`, date, character(known, retcon)];
  return lens(words, 'compare', { kind: 'compare', before: old, after: by, title });
}

function undergoes(known: Known, retcon: Retcon): Lens {
  const words = [`${UNDERGOES[retcon.kind]} ${retcon.by.title}`, fromWhen(retcon), character(known, retcon)];
  return lens(words, 'show', { kind: 'open', entry: retcon.by });
}

/** A declaration whose entry is being typed keeps its line, so that the text below does not jump. */
function unfound(view: Viewpoint, entry: Entry, entryThen: Entry): Lens[] {
  const { known } = view;
  const lenses: Lens[] = [];
  for (const { kind, target, fromOldEnd } of entry.declarations) {
    const found = resolveAtViewpoint(view, target.text);
    const isMeant = (retcon: Retcon): boolean =>
      retcon.kind === kind && found.kind === 'one' && retcon.old === found.entry;
    if (fromOldEnd || retconsBy(known, entryThen).some(isMeant)) continue;
    const isCircle = found.kind === 'one' && (found.entry === entryThen || edgesBy(known, entryThen).some(isMeant));
    const isLater = found.kind === 'one' || resolve(view.now, target.text).kind === 'one';
    const why = isCircle
      ? 'in a circle'
      : found.kind === 'many'
        ? 'several entries'
        : isLater
          ? absenceWords(view)
          : 'no such entry';
    lenses.push(lens([`${MAKES[kind]} ${target.text}`, why], null, null));
  }
  return lenses;
}

const lens = (words: readonly (string | null)[], click: string | null, does: Lens['does']): Lens => ({
  title: joinWords(...words, click),
  words: joinWords(...words),
  does,
});

const joinWords = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const fromWhen = ({ effective }: Retcon): string | null => (effective === 'always' ? null : effective.text);

/** What sort of retcon it is, where the verb does not say it. */
function character(known: Known, retcon: Retcon): string | null {
  const kind = kindOf(known, retcon);
  const part = retcon.only ? `${retcon.only.map((one) => factLabel(known, retcon, one.text)).join(', ')} only` : null;
  const word = kind === 'soft' ? 'both stand' : kind === 'correction' || kind === 'change' ? kind : null;
  return joinWords(word, part) || null;
}

/** `house-vyr.founder` → `founder`, where the entity is the old entry's own or the only one. */
function factLabel(known: Known, { old }: Retcon, only: string): string {
  const dot = only.lastIndexOf('.');
  const [entity, attribute] = [only.slice(0, Math.max(dot, 0)), only.slice(dot + 1).replaceAll('_', ' ')];
  const found = resolve(known, entity);
  const title = found.kind === 'one' ? found.entry.title : entity;
  return found.kind === 'one' && idOf(known, found.entry) === idOf(known, old) ? attribute : `${attribute} of ${title}`;
}
