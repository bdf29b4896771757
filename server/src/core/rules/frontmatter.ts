/** The rules `frontmatter/…` and `entry/…`: a page that cannot be read as its author meant it. */
import { foundInReading, type Rule, changeTo, relatedTo } from './rule';
import { keyOf } from '../codex/codex';
import type { Declaration } from '../entry/entry';
import { filed, type Known, OWN, perKnown, isNameShared, resolve } from '../canon';
import { KNOWN_KEYS } from '../codex/keys';
import { pageKeyNear } from '../entry/knowledge';
import { isSlip } from '../text/nearNames';
import { nameKey } from '../entry/slug';
import { listFirst } from '../text/words';

/** A key given twice in one mapping. */
export const duplicateKey = foundInReading('frontmatter/duplicate-key', 'error');

/** Frontmatter that YAML can't read; the rest of the file still counts. */
export const invalidYaml = foundInReading('frontmatter/invalid-yaml', 'error');

/** Whether a retcon gives by itself what its page may say in the wrong place, or can't. (A `reason` there is told of where one is missing.) */
const GIVEN: ReadonlyMap<string, (declaration: Declaration) => boolean> = new Map([
  ['as_of', ({ asOf, kind }) => asOf !== null || kind !== 'supersedes'],
  ['effective', ({ effective }) => effective !== null],
  ['only', ({ only }) => only !== null],
  ['soft', ({ soft, kind }) => soft || kind !== 'supersedes'],
]);

export const misplacedKey: Rule = {
  code: 'frontmatter/misplaced-key',
  severity: 'warning',
  of: ['unknownKeys'],
  *check({ entry }) {
    for (const { text, span } of entry.unknownKeys) {
      const isGivenIn = GIVEN.get(keyOf(text));
      // What each retcon of a page gives by itself is a key of the author's own where it stands beside them. At the old end another page may give it.
      const lacking = isGivenIn && entry.declarations.find((one) => !one.fromOldEnd && !isGivenIn(one));
      if (!lacking) continue;
      const key = lacking.key.text;
      const message = `"${text}" does nothing here. It belongs inside ${key}, below the id of ${lacking.target.text}.`;
      yield { span, message };
    }
  },
};

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

/** Frontmatter in another language, which is neither read nor run. */
export const notYaml = foundInReading('frontmatter/not-yaml', 'warning');

/** Frontmatter without the line of dashes that ends it: Retcon reads what looks like it, and other tools read none. */
export const unclosed = foundInReading('frontmatter/unclosed', 'info');

/** A known key with a value of the wrong shape; an error where a retcon or a fact is lost by it. */
export const wrongType = foundInReading('frontmatter/wrong-type', 'info');

/** The markers of a merge that nobody has settled, in frontmatter or in prose. */
export const conflict = foundInReading('entry/conflict', 'error');

/** Two entries with the same written id. */
const MOST_LISTED = 5;

export const duplicateId: Rule = {
  code: 'entry/duplicate-id',
  severity: 'error',
  of: ['writtenId'],
  *check({ known, entry }) {
    const { writtenId } = entry;
    if (!writtenId || !isNameShared(known.canon, entry)) return;
    const twins = filed(known.canon, 'names', nameKey(writtenId.text)).filter(
      (other) => other !== entry && known.has(other) && other.writtenId?.text === writtenId.text,
    );
    if (twins.length === 0) return;
    const free = entry.derivedId !== writtenId.text && resolve(known, entry.derivedId).kind === 'none';
    yield {
      span: writtenId.span,
      message: `${writtenId.text} is also the id of ${listFirst(
        MOST_LISTED,
        twins.map(({ path }) => path),
        'and',
      )}: give each entry one of its own.`,
      related: twins.map((twin) => relatedTo(twin, `the id ${writtenId.text} again`)),
      ...(free && { fixes: [changeTo(entry, writtenId.span, entry.derivedId)] }),
    };
  },
};

/** Signs that stand for letters which could not be read, mostly because the file is not written in UTF-8. */
export const unreadLetters = foundInReading('entry/unread-letters', 'info');
