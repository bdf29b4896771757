/** The rules `frontmatter/…` and `entry/…`: pages that cannot be read as their authors meant them. */
import { foundInReading, type Rule, changeTo, relatedTo } from './rule';
import { keyOf } from '../codex/codex';
import type { Declaration, Entry } from '../entry/entry';
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

/** Whether a declaration already has a key that its page gives at the top level. A misplaced `reason` is reported by `…/missing-reason`. */
const GIVEN: ReadonlyMap<string, (declaration: Declaration) => boolean> = new Map([
  ['as_of', ({ asOf, kind }) => asOf !== null || kind !== 'supersedes'],
  ['effective', ({ effective }) => effective !== null],
  ['only', ({ only }) => only !== null],
  ['soft', ({ soft, kind }) => soft || kind !== 'supersedes'],
]);

/**
 * The retcons of a page that lack a key which stands beside them. If every one of them has it, the key at the top is the author's own. At
 * the old end the other page may have it.
 */
export function retconsLacking({ declarations }: Entry, key: string): readonly Declaration[] {
  const isGivenIn = GIVEN.get(keyOf(key));
  return isGivenIn ? declarations.filter((one) => !one.fromOldEnd && !isGivenIn(one)) : [];
}

/** A key of a retcon at the top level of a page with several, where it has no effect. */
export const misplacedKey: Rule = {
  code: 'frontmatter/misplaced-key',
  severity: 'warning',
  of: ['unknownKeys'],
  *check({ entry }) {
    for (const { text, span } of entry.unknownKeys) {
      const [lacking] = retconsLacking(entry, text);
      if (!lacking) continue;
      const key = lacking.key.text;
      const message = `"${text}" does nothing here. It belongs inside ${key}, below the id of ${lacking.target.text}.`;
      yield { span, message };
    }
  },
};

/** Shorter words are one letter away from many others. */
const SHORTEST = 5;
/** Words near to our keys that people use as keys of their own. */
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

/** The key of ours that a key is one slip away from. Memoized, since many pages share the same few keys. */
const keyNear = perKnown(({ canon }: Known, key: string): string | null => {
  const near = KNOWN_KEYS.find((one) => !canon.codex.fields.has(one.key) && isSlip(key, one.key, SHORTEST));
  return near?.key ?? null;
});

/** A misspelt declaration loses a retcon however many pages have it. `superseded: true` has another meaning. */
const isLostRetcon = (key: string, meant: string): boolean => DECLARING.has(meant) && !key.endsWith('ed');
const DECLARING: ReadonlySet<string> = new Set(['supersedes', 'superseded_by', 'retracts', 'restores']);

const inReading = foundInReading('frontmatter/misspelt-key', 'warning');

/** A key that is one slip away from a key of ours. */
export const misspeltKey: Rule = {
  code: 'frontmatter/misspelt-key',
  severity: 'warning',
  of: ['problems', 'unknownKeys'],
  *check(judged) {
    const { known, entry } = judged;
    // Inside a retcon or a fact every key is ours, so the reader finds slips there.
    yield* inReading.check(judged);
    for (const { text, span } of entry.unknownKeys) {
      const key = keyOf(text);
      if (ORDINARY.has(key)) continue;
      // Lazy, since it goes through all pages that have the key.
      const isOwn = (): boolean => filed(known.canon, 'unknownKeys', text).length >= OWN;
      const hidden = pageKeyNear(known.canon.codex, key);
      if (hidden !== undefined) {
        const message = `"${text}" means nothing to Retcon. Did you mean ${hidden}? Until it is corrected, nobody sees this page.`;
        // The page is hidden however many pages have this key.
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

/** Frontmatter without its closing line of dashes: Retcon reads what looks like frontmatter, other tools read none. */
export const unclosed = foundInReading('frontmatter/unclosed', 'info');

/** Frontmatter with keys of ours below something else: no tool reads it. */
export const notAtTheTop = foundInReading('frontmatter/not-at-the-top', 'info');

/** A known key with a value of the wrong shape: an error if a retcon or a fact is lost with it. */
export const wrongType = foundInReading('frontmatter/wrong-type', 'info');

/** The markers of a merge that nobody has settled, in frontmatter or in prose. */
export const conflict = foundInReading('entry/conflict', 'error');

const MOST_LISTED = 5;

/** Two entries with the same written id. */
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

/** Replacement characters for letters that could not be read, mostly because the file is not in UTF-8. */
export const unreadLetters = foundInReading('entry/unread-letters', 'info');
