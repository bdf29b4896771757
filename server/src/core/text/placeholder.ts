/** Values that only stand in for one: what a template leaves to be filled in. */

/** Whether a text holds `{{…}}` or `<%…%>`: code of a template that nobody has run. */
export const holdsTemplate = (text: string): boolean => holds(text, '{{', '}}') || holds(text, '<%', '%>');

function holds(text: string, opening: string, closing: string): boolean {
  const start = text.indexOf(opening);
  return start >= 0 && text.indexOf(closing, start + 2) > 0;
}

/** Some marks and no word: `???`, `...`, `___`. One dash alone can be a mark of a rank, or of nothing. */
const MARKS = /^(?:\?+|[.…]+|_+|[-–—]{2,})$/;

/** Words in brackets: `<name>`. A tag with a value, and an address, are more than words. */
const ANGLED = /^<\p{L}[\p{L}\p{N}\s_'’/-]*>$/u;

const NOUN =
  '(?:name|text|value|title|description|date|year|age|number|link|image|note|place|location|person|character|thing)';
const REQUESTED = `(?:(?:in[- ]?(?:game|world|universe)|your|the|an?|some|character)\\s+)*${NOUN}s?`;

/** What asks for a value: `Name Here`, `insert your name`. */
const REQUEST = new RegExp(
  `^(?:(?:insert|enter|add|type|your)\\s+${REQUESTED}(?:\\s+here)?|${REQUESTED}\\s+(?:goes\\s+)?here)$`,
  'i',
);

/** Some of what can be chosen: `TN/CG...`. */
const CHOICES =
  /^[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+)?(?:\/[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+)?)+\/?\s*(?:\.{2,}|…)$/u;

/** Whether a whole text only stands in for a value. What says that something is unknown, or that there is nothing, is a value. */
export function isPlaceholder(text: string): boolean {
  if (holdsTemplate(text)) return true;
  const value = text.trim();
  return (
    MARKS.test(value) || /^tb[acd]$/i.test(value) || ANGLED.test(value) || REQUEST.test(value) || CHOICES.test(value)
  );
}
