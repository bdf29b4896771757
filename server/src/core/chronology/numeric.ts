/** Dates with separators between their parts: `412-3-12`, `1463/2/12`, `28-Apr-2005`. */
import type { Chronology } from './chronology';
import { datePartsOf, isMonth, isNumber, isWord, type DateParts } from './dateParts';
import type { Token } from './tokens';

/** `412-3-12`, `1463/2/12`, `-0128.07.08`, `412-3`, with an era before or after. */
export const readNumeric = (
  tokens: readonly Token[],
  words: readonly Token[],
  numbers: readonly Token[],
): DateParts | undefined => {
  const [year, month, day] = numbers;
  const first = tokens.findIndex(isNumber);
  if (words.length > 1 || words[0]?.folded === 'century' || !year || !month) return undefined;
  const separator = tokens[first + 1];
  if (!separator || separator.kind === 'range' || (separator.kind === 'dot' && !day)) return undefined;
  const length = day ? 5 : 3;
  if (tokens.length !== length + words.length || (first > 0 && words.length === 0)) return undefined;
  for (let index = 0; index < length; index++) {
    const token = tokens[first + index];
    if (!token || (index % 2 === 0 ? !isNumber(token) : token.kind !== separator.kind)) return undefined;
    if (token.suffix !== '' || (index > 0 && token.value < 0)) return undefined;
  }
  // `28-04-2005`: which of the first two is the month is anybody's guess.
  if (day && day.text.length > 2) return undefined;
  return datePartsOf({ year, month, day, era: words[0] });
};

/** `28-Apr-2005`, `Apr-2005`: the hyphens are but spaces; undefined where they are more. */
export const withoutHyphens = (chronology: Chronology, tokens: readonly Token[]): readonly Token[] | undefined => {
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'number' || token.kind === 'word') continue;
    if (token.text !== '-' || isWord(tokens[index - 1]) === isWord(tokens[index + 1])) return undefined;
  }
  const plain = tokens.filter((token) => isNumber(token) || isWord(token));
  // `session-47` is no year of an era.
  const isDated =
    plain.filter(isNumber).length > 1 || plain.some((token) => isWord(token) && isMonth(chronology, token));
  return isDated ? plain : undefined;
};
