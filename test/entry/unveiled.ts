/** The prose that readers are shown. */
import { hiddenFootnotes, piecesOutside } from '../../server/src/core/entry/footnotes';
import { commentSpans } from '../../server/src/core/entry/comments';
import { secretCallouts } from '../../server/src/core/entry/veil';

export const SECRETS = new Set(['secret', 'gm']);
/** The rest of a text when everything hidden is removed. */
export const shown = (text: string): string => {
  const hidden = [...secretCallouts(text, 0, SECRETS).map(({ span }) => span), ...commentSpans(text, 0)];
  return piecesOutside(text, [...hidden, ...hiddenFootnotes(text, 0, hidden)]).join('');
};
