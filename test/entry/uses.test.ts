/** Which files activate Retcon in a folder without codex.yaml. */
import { expect, it } from 'vitest';
import { usesRetcon } from '../../server/src/core/entry/surveyed';

it.each([
  '---\nsupersedes: a\n---\n',
  '---\r\ntitle: x\r\nSuperseded-By: a\r\n---\r\n',
  '\uFEFF---\nfacts:\n---\n',
  '---\n"retracts": [a]\n---\n',
  '---\nrestores: a\n',
])('%j does', (text) => expect(usesRetcon(text)).toBe(true));

it.each([
  'supersedes: a',
  '---\ntitle: facts\n---\nfacts: none',
  '---\nmeta:\n  facts: 3\n---\n',
  '---toml\nfacts: 3\n---\n',
  '',
])('%j does not', (text) => expect(usesRetcon(text)).toBe(false));
