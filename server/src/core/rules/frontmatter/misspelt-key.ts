/** A key that is one slip away from one that means something here, and so means nothing. */
import { filed, type Known, OWN, perKnown } from '../../canon';
import { keyOf } from '../../codex/codex';
import { KNOWN_KEYS } from '../../codex/keys';
import { pageKeyNear } from '../../entry/knowledge';
import { isSlip } from '../../text/nearNames';
import { changeTo } from '../relatedPlaces';
import { foundInReading, type Rule } from '../rule';

/** Shorter words are one letter away from many others. */
const SHORTEST = 5;
/** Words that people use as keys of their own. */
const ORDINARY: ReadonlySet<string> = new Set([
  'source',
  'reviewer',
  'attribute',
  'fact',
  'acts',
  'faces',
  'create',
  'creates',
  'treated',
  'cannon',
  'tile',
  'titles',
  'drafts',
  'craft',
  'though',
  'restored',
  'disputed',
]);

/** The key of ours that a key is one slip away from. Many pages have the same few of their own. */
const keyNear = perKnown(({ canon }: Known, key: string): string | null => {
  const near = KNOWN_KEYS.find((one) => !canon.codex.fields.has(one.key) && isSlip(key, one.key, SHORTEST));
  return near?.key ?? null;
});

/** However many pages have the key, in each of them a retcon is lost; `superseded: true` says something else. */
const isLostRetcon = (key: string, meant: string): boolean => DECLARING.has(meant) && !key.endsWith('ed');
const DECLARING: ReadonlySet<string> = new Set(['supersedes', 'superseded_by', 'retracts', 'restores']);

const inReading = foundInReading('frontmatter/misspelt-key', 'warning');

export const misspeltKey: Rule = {
  code: 'frontmatter/misspelt-key',
  severity: 'warning',
  of: ['problems', 'unknownKeys'],
  *check(judged) {
    const { known, entry } = judged;
    // Inside a retcon or a fact every key is ours: slips there are found while reading.
    yield* inReading.check(judged);
    for (const { text, span } of entry.unknownKeys) {
      const key = keyOf(text);
      if (ORDINARY.has(key)) continue;
      // Asked only of a key that is near to one of ours: all pages that have it are gone through.
      const isOwn = (): boolean => filed(known.canon, 'unknownKeys', text).length >= OWN;
      const hidden = pageKeyNear(known.canon.codex, key);
      if (hidden !== undefined) {
        const message = `"${text}" means nothing to Retcon. Did you mean ${hidden}? As long as it stands, nobody is shown this page.`;
        // However many have it, each of them is hidden.
        yield { span, message, ...(isOwn() ? { severity: 'info' } : {}), fixes: [changeTo(entry, span, hidden)] };
        continue;
      }
      const meant = keyNear(known, key);
      if (meant === null || (isOwn() && !isLostRetcon(key, meant))) continue;
      const message = `"${text}" means nothing to Retcon. Did you mean ${meant}?`;
      yield { span, message, fixes: [changeTo(entry, span, meant)] };
    }
  },
};
