/** Whether a key called `title` holds titles, and whether the notes' headings are evidently their names. */
import { fold } from '../../chronology';
import { conjoined, count, tally, type KeyUses, stemOf, type SurveyedNote, singleText } from './keyUses';

/** Letters and digits alone, to compare names however they are written. */
const bare = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether a title says what the file is called: all of it, or most. `Father` does not for `Father Malachi`. */
const isLike = (title: string, stem: string): boolean => {
  const [one, other] = [bare(title), bare(stem)];
  return (
    one !== '' && other !== '' && (one.includes(other) || (other.includes(one) && one.length >= 0.6 * other.length))
  );
};

/** Why the values of a key are no titles; null where they may be. */
export function whyNoTitles({ uses }: KeyUses): string | null {
  const values = uses.map(({ note, node }) => ({ stem: stemOf(note.path), text: singleText(node) ?? '' }));
  if (values.length < 3) return null;
  const like = values.filter(({ stem, text }) => isLike(text, stem)).length;
  const links = values.filter(({ text }) => text.includes('[[')).length;
  const different = new Set(values.map(({ text }) => fold(text))).size;
  const isFew = different <= 0.6 * values.length;
  if (like > 0.1 * values.length || (links <= 0.1 * values.length && !isFew)) return null;
  const often = [...tally(values.map(({ text }) => text))].sort(([, a], [, b]) => b - a);
  const examples = conjoined(often.slice(0, 2).map(([text]) => text));
  const how = [
    isFew
      ? `it has ${count(different, 'value')} in ${count(values.length, 'note')}`
      : `of its values in ${count(values.length, 'note')}`,
    ...(links > 0 ? [`${links} are links`] : []),
  ];
  return `${how.join(isFew ? ', ' : ' ')}, and ${like === 0 ? 'none is' : 'hardly any are'} like the name of its file (${examples})`;
}

/** Whether most values of a key are names, another one in each note. */
export const areNames = (key: KeyUses): boolean => {
  const values = key.uses.map(({ node }) => fold(singleText(node) ?? ''));
  return whyNoTitles(key) === null && new Set(values).size >= 0.9 * values.length;
};

/** Names that tools make: a slug, a number, an index. Their headings count anyway. */
const IS_MADE = /^(?:[\p{Ll}\p{N}]+(?:[-_.][\p{Ll}\p{N}]+)*|index|_index|readme)$/u;

export interface HeadingsFound {
  readonly notes: number;
  readonly stem: string;
  readonly heading: string;
}

/**
 * The headings, where they are the names of notes whose files are called otherwise: `# Aldric` in `Aldric 3f2a9c8b7d6e.md`, `# House
 * Vyr` in `House_Vyr.md`. Each note has one that stands before its text, no two the same.
 */
export function headingsAsTitles(notes: readonly SurveyedNote[]): HeadingsFound | null {
  const own = notes.flatMap((note) => {
    const stem = stemOf(note.path);
    const first = firstHeading(note.prose);
    return first === null || IS_MADE.test(stem) ? [] : [{ stem, first }];
  });
  const others = own.filter(({ stem, first }) => first !== stem);
  const cleaner = others.filter(({ stem, first }) => isCleaner(first, stem));
  const [example] = cleaner;
  if (!example || cleaner.length < 3 || cleaner.length < 0.6 * own.length || cleaner.length < 0.9 * others.length)
    return null;
  if (new Set(own.map(({ first }) => fold(first))).size < 0.95 * own.length) return null;
  return { notes: cleaner.length, stem: example.stem, heading: example.first };
}

/** Whether the file's name is the heading with an addition that nobody would say aloud, or with `_` for spaces. */
function isCleaner(heading: string, stem: string): boolean {
  const rest = stem.replace(/_/g, ' ').trim();
  if (fold(rest) === fold(heading)) return stem.includes('_');
  const at = bare(stem).indexOf(bare(heading));
  if (at < 0 || bare(heading).length < 3) return false;
  const added = bare(stem).slice(0, at) + bare(stem).slice(at + bare(heading).length);
  return /^(?:\d+|[0-9a-f]{16,})$/.test(added);
}

/** The first heading of level 1, in or outside of what comes before; null where there is none. */
function firstHeading(prose: string): string | null {
  if (!prose.includes('# ')) return null;
  const text = /^#[ \t]+(.+?)[ \t#]*$/m.exec(prose)?.[1]?.trim() ?? '';
  return text === '' || text.includes('<%') || text.includes('`') ? null : text;
}
