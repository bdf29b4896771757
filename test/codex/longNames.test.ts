/** A whole page may be written where a name is expected, and no message quotes it in full. */
import { expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';

const K = 'k'.repeat(100_000);

const messagesOf = (files: Readonly<Record<string, string>>): string[] =>
  checkCodex(codexOf(files)).map(({ problem }) => problem.message);

it('an unknown key of codex.yaml is shortened', () => {
  const [message] = messagesOf({ 'codex.yaml': `${K}: 1\n` });
  expect(message).toBe(
    `"${'k'.repeat(79)}…" is not a key of codex.yaml: write one that it knows, like fields, types, calendars, present, revisions, attributes or circles.`,
  );
});

it.each([
  `${K}: 1\n${K}: 2`,
  `present: ${K}`,
  `titles: ${K}`,
  `mode: ${K}`,
  `established: ${K}`,
  `canon: {from: ${K}}`,
  `tiers: [${K}, ${K}]`,
  `fields: {${K}: a, date: ${K}, until: ${K}}`,
  `types: {${K}: }`,
  `types: {${K}: [a]}`,
  `attributes: {a: ${K}}`,
  `attributes: {${K}: }`,
  `attributes: {${K}: {kind: set}}`,
  `rules: {${K}: off}`,
  `rules: {${K}/a: }`,
  `rules: {link/unknown: ${K}}`,
  `kin: {parent: [${K}, ${K}], child: [${K}]}`,
  `circles: {${K}: [${K}, [a]]}`,
  `circles: {${K}: [${K}2], ${K}2: [${K}]}`,
  `audience: {"${K}": }`,
  `audience: {"${K}": ["-${K}"]}`,
  `audience: {a: ["-${K}"]}`,
  `revisions: [${K}, ${K}, {${K}: a}, "git:${K}", {id: ${K}2, date: ${K}}]`,
  `revisions: [{id: ${K}1, date: 2026-05-12}, {id: ${K}2, date: 2026-05-11}]`,
  `registry: {"${K} ${K}": {version: 1}, ${K}: , r: {version: "${K} 1", trust: ${K}, for: ${K}}, ${K}2: {trust: 1}}`,
  `mode: fan\nregistry: {${K}: {version: 1, paths: [a], for: fan}}`,
  `banned_terms: [${K}, "${'-'.repeat(100)}"]`,
  `calendars: {${K}: a, c: {months: [{name: ${K}}, {name: ${K}}], leap: [{month: ${K}1, every: ${K}}]}}`,
  `calendars: {c: {eras: [${K}, {id: ${K}, direction: ${K}, epoch: ${K}, year_zero: ${K}}, {id: b, names: [${K}]}]}}`,
  `calendars: {c: {eras: [{id: a, epoch: 0}], default_era: ${K}}}`,
  `exclude: ["${K}["]`,
])('codex.yaml with a long name: %#', (codexYaml) => {
  const messages = messagesOf({ 'codex.yaml': `${codexYaml}\n` });
  expect(messages).not.toEqual([]);
  for (const message of messages) expect(message.length).toBeLessThan(500);
});

it.each([
  `${K}: 1\n${K}: 2`,
  `date: [${K}, ${K}]\nuntil: ${K}`,
  `date: ${K}\nuntil: [${K}, ${K}]`,
  `date: [${K}, 2 CE]\nuntil: [null, 3 CE]`,
  `type: [${K}, ${K}2]`,
  `known_by: ["-${K}"]`,
  `known_by: {${K}: , a: ${K}}`,
  `facts: {a: {${K}: {b: {c: d}}}}`,
  `facts: [${K}, {entity: ${K}}]`,
  `supersedes: {${K}: a}`,
])('frontmatter with a long name: %#', (frontmatter) => {
  for (const message of messagesOf({ 'codex.yaml': '', 'p.md': `---\n${frontmatter}\n---\n` }))
    expect(message.length).toBeLessThan(500);
});
