/** Marks of game masters and of other tools that hide nothing here: where they are reported, and where they are not. */
import { describe, expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf, type Files } from '../support/codex';

const CODE = 'knowledge/hides-nothing';
const KEPT = { 'codex.yaml': 'circles: {players: [sara]}\n' };

/** The text underlined for it, each with its file. */
function marks(files: Files): string[] {
  return checkCodex(codexOf(files)).flatMap(({ file, problem: { code, span } }) =>
    code === CODE ? `${file}: ${(files[file] ?? '').slice(span.start, span.end)}` : [],
  );
}

const page = (keys: string, prose = ''): string => `---\n${keys}\n---\n${prose}`;
const MARKED = page('secret: true\ntags: [gm-only]', '> [!gm]\n> Hollow.\n');

describe('is reported', () => {
  it.each([
    ['gm', 'GM', 'dm', 'gm-only', 'GM only', 'dm notes', 'keeper', 'hidden', 'private', 'spoiler'].map(
      (type) => `[!${type}]`,
    ),
  ])('of a callout of one of these types', (...types) => {
    for (const type of types)
      expect(marks({ ...KEPT, 'a.md': `Old.\n\n> ${type}- Notes\n> Hollow.\n` }), type).toEqual([`a.md: ${type}`]);
  });

  it('for keys and tags, wherever they are', () => {
    const keys = ['secret: true', 'Hidden: yes', 'private: on', 'publish: false', 'gm_only: true', 'dm-only: true'];
    for (const key of keys) expect(marks({ ...KEPT, 'a.md': page(key) }), key).toHaveLength(1);
    const tagged = page('tags: person, gm\ntag:\n  - secret', 'An old keep. #dm-only #secret\n');
    expect(marks({ ...KEPT, 'a.md': tagged })).toEqual(['a.md: gm', 'a.md: secret', 'a.md: #dm-only', 'a.md: #secret']);
  });

  it.each(['secrets: gm-notes\n', 'audience: {"x/**": nobody}\n'])('where codex.yaml has %s', (yaml) => {
    expect(marks({ 'codex.yaml': yaml, 'x/y.md': '', 'a.md': page('secret: true') })).toEqual(['a.md: secret: true']);
  });

  it('where one page says who knows it', () => {
    expect(marks({ 'codex.yaml': '', 'a.md': page('secret: true'), 'b.md': page('known_by: nobody') })).toEqual([
      'a.md: secret: true',
    ]);
  });

  it('once for a type on a page, and once for a folder', () => {
    const files = {
      ...KEPT,
      'GM/a.md': '> [!gm]\n> A.\n\n> [!gm]\n> B.\n',
      'GM/Secrets/b.md': 'B.',
      'x/01 DM only/c.md': 'C.',
    };
    expect(marks(files)).toEqual(['GM/a.md: [!gm]', 'codex.yaml: circles', 'codex.yaml: circles']);
  });

  it('for a fact in the long form, and for a block that a plugin shows as a callout', () => {
    const facts =
      'facts:\n  - {attribute: heir, value: lysa, secret: true}\n  - {attribute: seat, value: mill, hidden: true, known_by: nobody}';
    expect(marks({ ...KEPT, 'a.md': page(facts) })).toEqual(['a.md: secret: true']);
    expect(marks({ ...KEPT, 'a.md': page(`known_by: players\n${facts}`) })).toEqual([]);
    const block = '```ad-secret\ntitle: Rot\nHe lives.\n```\n\n```ad-note\nOpen.\n```\n';
    expect(marks({ ...KEPT, 'a.md': page('known_by: players', block) })).toEqual(['a.md: ```ad-secret']);
  });

  it('for a callout in a page that some may read', () => {
    expect(marks({ ...KEPT, 'a.md': page('known_by: players', '> [!gm]\n> Hollow.\n') })).toEqual(['a.md: [!gm]']);
  });
});

describe('is not reported', () => {
  it('where nothing is kept secret', () => {
    expect(marks({ 'codex.yaml': '', 'GM only/a.md': MARKED })).toEqual([]);
  });

  it('for hidden content, or where somebody has said who knows it', () => {
    const files = {
      'codex.yaml':
        'circles: {players: [sara]}\nsecrets: [gm, gm-notes]\naudience: {"GM/**": nobody, "t/**": players}\n',
      'GM/a.md': MARKED,
      't/secrets/a.md': MARKED,
      'b.md': page('known_by: nobody\nprivate: true', '> [!private]\n> Hollow.\n'),
      'c.md': page('known_by: everyone\nsecret: true'),
      'secrets/d.md': page('known_by: everyone'),
      'e.md': 'Old. %% > [!dm] %%\n\n> [!secret]\n> > [!dm]\n> > Hollow.\n\n> [!gm-secret]\n> Yes.\n',
    };
    expect(marks(files)).toEqual([]);
  });

  it('for words that are not marks', () => {
    const files = {
      ...KEPT,
      'Keepers of the Key/a.md': page(
        'gm: Ines\nhidden: false\npublish: true\nsecret: "he is a duke"\ntags: [secret-society, gmail]',
        '> [!note]\n> Tall.\n\n> [!info|gm]\n> Short. #secretary\n',
      ),
    };
    expect(marks(files)).toEqual([]);
  });

  it('for a key that has a meaning here', () => {
    const yaml = 'circles: {players: [sara]}\nattributes: {secret: state}\nfields: {draft: private}\n';
    expect(marks({ 'codex.yaml': yaml, 'a.md': page('secret: true\nprivate: true') })).toEqual([]);
  });
});
