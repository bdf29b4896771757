/** Links to pages that are not shown become their words; where these name such a page, nothing. */
import { readBody } from '../../entry/body';
import type { Link } from '../../entry/body';
import { decoded, linkLabel } from '../../entry/inline';

type IsHidden = (name: string) => boolean;

const ELLIPSIS = '…';

export function withoutHiddenLinks(text: string, isHidden: IsHidden): string {
  if (!/[[<]/.test(text)) return text;
  let [shown, at] = ['', 0];
  for (const link of readBody(text, 0).links) {
    if (link.span.start < at || !isHidden(link.target)) continue;
    shown += text.slice(at, link.span.start) + wordsOf(text, link, isHidden);
    at = link.span.end;
  }
  return withoutOthers(shown + text.slice(at), isHidden);
}

function wordsOf(text: string, { kind, span, embed }: Link, isHidden: IsHidden): string {
  const written = text.slice(span.start, span.end);
  if (embed) return '';
  return labelOf(linkLabel(written, kind), isHidden);
}

/** The words of a link to a page that is not shown. */
export function labelOf(words: string | undefined, isHidden: IsHidden): string {
  const label = words?.trim() ?? '';
  return label === '' || isHidden(label) ? ELLIPSIS : label;
}

const WIKI = /(!?)\[\[([^[\]|#\n]*)(?:#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g;
const MARKDOWN = /(!?)\[([^[\]\n]*)\]\([ \t]*(?![ \t])(?:<([^<>\n]*)>[^()\n]*|([^()\n]*))\)/g;
const DEFINITION = /^[ \t>]*\[([^^\]\n][^\]\n]*)\]:[ \t]*(?:<([^>\n]*)>.*|(\S.*))(?:\r?\n|$)/gm;
const ATTRIBUTE = /\s(?:href|src|poster|data|cite)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'>]+))/gi;

/** A path in angles, which is no tag. */
const IN_ANGLES = /<(?![a-z][a-z0-9+.-]*:)([^<>"'=\n]*\.[a-z\d]{1,10}(?:#[^<>\n]*)?)>/gi;

/** Those that our reader takes for none: in code, by a definition, in HTML. Other tools may take them for links. */
function withoutOthers(text: string, isHidden: IsHidden): string {
  const isHiddenPath = (target: string): boolean => isHidden(decoded(target.replace(/#.*$/s, '')));
  // A path with blanks wants angles, which may have been forgotten: then a title may follow it.
  const isHiddenPlace = (bracketed: string | undefined, plain = ''): boolean =>
    (bracketed === undefined ? [plain.replace(/\s.*$/, ''), plain.replace(/["'].*$/, '').trim()] : [bracketed]).some(
      isHiddenPath,
    );
  let shown = text.replace(WIKI, (all, embed: string, target: string, words?: string) =>
    !isHidden(target.replace(/\\$/, '').trim()) ? all : embed ? '' : labelOf(words, isHidden),
  );
  if (shown.includes(']('))
    shown = shown.replace(
      MARKDOWN,
      (all, embed: string, words: string, bracketed: string | undefined, plain: string | undefined) =>
        !isHiddenPlace(bracketed, plain) ? all : embed ? '' : labelOf(words, isHidden),
    );
  if (shown.includes(']:')) {
    const gone = new Set<string>();
    shown = shown.replace(DEFINITION, (all, label: string, bracketed?: string, plain?: string) => {
      if (!isHiddenPlace(bracketed, plain)) return all;
      gone.add(label.trim().toLowerCase());
      return '';
    });
    if (gone.size > 0) shown = withoutUses(shown, gone, isHidden);
  }
  return shown.includes('<')
    ? shown
        .replace(ATTRIBUTE, (all, double?: string, single?: string, bare?: string) =>
          isHiddenPath(double ?? single ?? bare ?? '') ? '' : all,
        )
        .replace(IN_ANGLES, (all, path: string) => (isHiddenPath(path) ? ELLIPSIS : all))
    : shown;
}

/** A definition that is gone leaves the words of what used it. */
function withoutUses(text: string, gone: ReadonlySet<string>, isHidden: IsHidden): string {
  return text.replace(/!?\[([^[\]\n]*)\](?:\[([^[\]\n]*)\])?(?![(:])/g, (all, words: string, named?: string) =>
    gone.has((named === undefined || named === '' ? words : named).trim().toLowerCase())
      ? labelOf(words, isHidden)
      : all,
  );
}
