/** Links to pages that are not shown become their words; where these name such a page, nothing. */
import { readBody, type Link } from '../../entry/body';
import { decoded, linkLabel } from '../../entry/inline';
import type { ProseReader } from '../model/canonValue';

type LinkReader = Pick<ProseReader, 'isHiddenName' | 'isNamedBy'>;

const ELLIPSIS = '…';

export function withoutHiddenLinks(text: string, reader: LinkReader): string {
  if (!/[[<]/.test(text)) return text;
  let [shown, at] = ['', 0];
  for (const link of readBody(text, 0).links) {
    if (link.span.start < at || !reader.isHiddenName(link.target)) continue;
    shown += text.slice(at, link.span.start) + wordsOf(text, link, reader);
    at = link.span.end;
  }
  return withoutOthers(shown + text.slice(at), reader);
}

function wordsOf(text: string, { kind, span, embed, target }: Link, reader: LinkReader): string {
  const written = text.slice(span.start, span.end);
  if (embed) return '';
  return labelOf(linkLabel(written, kind), target, reader);
}

/** The words of a link to a page that is not shown. */
export function labelOf(words: string | undefined, target: string, { isHiddenName, isNamedBy }: LinkReader): string {
  const label = words?.trim() ?? '';
  return label === '' || isHiddenName(label) || isNamedBy(`${target}\n${label}`) ? ELLIPSIS : label;
}

const WIKI = /(!?)\[\[([^[\]|#\n]*)(?:#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g;
const MARKDOWN = /(!?)\[([^[\]\n]*)\]\([ \t]*(?![ \t])(?:<([^<>\n]*)>[^()\n]*|([^()\n]*))\)/g;
const DEFINITION = /^[ \t>]*\[([^^\]\n][^\]\n]*)\]:[ \t]*(?:<([^>\n]*)>.*|(\S.*))(?:\r?\n|$)/gm;
const ATTRIBUTE = /\s(?:href|src|poster|data|cite)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'>]+))/gi;

/** What a tag says in words. */
const LABELS = /\s(?:alt|title|aria-label)[ \t]*=[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'>]+)/gi;
const LINK_TAG = /(<a\s[^<>]*>)((?:(?!<\/a)[^\n])*)/gi;
const TAG = /<[a-z][^<>]*>?/gi;

/** A path in angles, which is no tag. */
const IN_ANGLES = /<(?![a-z][a-z0-9+.-]*:)([^<>"'=\n]*\.[a-z\d]{1,10}(?:#[^<>\n]*)?)>/gi;

/** Those that our reader takes for none: in code, by a definition, in HTML. Other tools may take them for links. */
function withoutOthers(text: string, reader: LinkReader): string {
  const { isHiddenName, isNamedBy } = reader;
  const pathOf = (target: string): string => decoded(target.replace(/#.*$/s, ''));
  const isHiddenPath = (target: string): boolean => isHiddenName(pathOf(target));
  // A path with blanks wants angles, which may have been forgotten: then a title may follow it.
  const hiddenPlace = (bracketed: string | undefined, plain = ''): string | undefined =>
    (bracketed === undefined ? [plain.replace(/\s.*$/, ''), plain.replace(/["'].*$/, '').trim()] : [bracketed])
      .map(pathOf)
      .find(isHiddenName);
  let shown = text.replace(WIKI, (all, embed: string, written: string, words?: string) => {
    const target = written.replace(/\\$/, '').trim();
    return !isHiddenName(target) ? all : embed ? '' : labelOf(words, target, reader);
  });
  if (shown.includes(']('))
    shown = shown.replace(
      MARKDOWN,
      (all, embed: string, words: string, bracketed: string | undefined, plain: string | undefined) => {
        const target = hiddenPlace(bracketed, plain);
        return target === undefined ? all : embed ? '' : labelOf(words, target, reader);
      },
    );
  if (shown.includes(']:')) {
    const gone = new Map<string, string>();
    shown = shown.replace(DEFINITION, (all, label: string, bracketed?: string, plain?: string) => {
      const target = hiddenPlace(bracketed, plain);
      if (target === undefined) return all;
      gone.set(label.trim().toLowerCase(), target);
      return '';
    });
    if (gone.size > 0) shown = withoutUses(shown, gone, reader);
  }
  if (!shown.includes('<')) return shown;
  const withoutTag = (tag: string, words = ''): string => {
    const targets: string[] = [];
    const left = tag.replace(ATTRIBUTE, (all, double?: string, single?: string, bare?: string) => {
      const target = double ?? single ?? bare ?? '';
      if (!isHiddenPath(target)) return all;
      targets.push(pathOf(target));
      return '';
    });
    const isSaid = (some: string): boolean => targets.some((target) => isNamedBy(`${target}\n${some}`));
    const untitled = left.replace(LABELS, (all) => (isSaid(all.replace(/^[^=]*=/, '')) ? '' : all));
    return untitled + (isSaid(words) ? ELLIPSIS : words);
  };
  return (
    shown
      .replace(LINK_TAG, (_, tag: string, words: string) => withoutTag(tag, words))
      .replace(TAG, (tag) => withoutTag(tag))
      // What is quoted in a tag may have ended it too early.
      .replace(ATTRIBUTE, (all, double?: string, single?: string, bare?: string) =>
        isHiddenPath(double ?? single ?? bare ?? '') ? '' : all,
      )
      .replace(IN_ANGLES, (all, path: string) => (isHiddenPath(path) ? ELLIPSIS : all))
  );
}

/** A definition that is gone leaves the words of what used it. @param gone where each led */
function withoutUses(text: string, gone: ReadonlyMap<string, string>, reader: LinkReader): string {
  return text.replace(/!?\[([^[\]\n]*)\](?:\[([^[\]\n]*)\])?(?![(:])/g, (all, words: string, named?: string) => {
    const target = gone.get((named === undefined || named === '' ? words : named).trim().toLowerCase());
    return target === undefined ? all : labelOf(words, target, reader);
  });
}
