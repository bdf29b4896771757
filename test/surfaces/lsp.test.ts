/** The language server as an editor meets it: a process, messages, a folder on disk. */
import { afterEach, describe, expect, it } from 'vitest';
import { type InitPreview, NOT_SET_UP } from '../../server/src/lsp/protocol/protocolFolder';
import { vyr } from '../support/caret';
import type { Files } from '../support/codex';
import { type Editor, type Start, startEditor } from './editor';

let editor: Editor;
const start = async (files: Files, how?: Start): Promise<Editor> => {
  editor = await startEditor(files, how);
  return editor;
};
afterEach(() => editor.stop());

const refounding = 'refounding-of-house-vyr.md';
const founding = 'founding-of-house-vyr.md';

describe('while typing', () => {
  it('a misspelt id has a squiggle, which goes away as it is typed right', async () => {
    await start(vyr);
    await editor.open(refounding);
    await editor.ready();
    expect(editor.codes(refounding)).toEqual([]);
    await editor.replace(refounding, 'id: founding-of-house-vyr', 'id: founding-of-house-vry');
    await editor.until('the squiggle', () => editor.codes(refounding).includes('supersedes/unknown-id'));
    const found = editor.diagnostics(refounding).find(({ code }) => code === 'supersedes/unknown-id');
    expect(found).toMatchObject({
      range: { start: { line: 6, character: 8 }, end: { line: 6, character: 29 } },
      severity: 1,
      source: 'retcon',
    });
    expect(found?.codeDescription?.href).toMatch(/\/docs\/rules\/supersedes\/unknown-id\.md$/);
    const actions = await editor.actions(
      refounding,
      found?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    );
    expect(actions?.[0]).toMatchObject({
      kind: 'quickfix',
      isPreferred: true,
      diagnostics: [{ code: 'supersedes/unknown-id' }],
      edit: { changes: { [editor.uriOf(refounding)]: [{ range: found?.range, newText: 'founding-of-house-vyr' }] } },
    });
    await editor.replace(refounding, 'house-vry', 'house-vyr');
    await editor.until('no squiggle', () => editor.codes(refounding).length === 0);
  });

  it('every open file that a change affects is judged again', async () => {
    await start(vyr);
    await editor.open(refounding);
    await editor.open(founding);
    await editor.ready();
    await editor.replace(founding, 'date: 200 TA', 'date: 201 TA');
    await editor.until('the other file', () => editor.codes(refounding).includes('supersedes/as-of-mismatch'));
    await editor.close(founding);
    await editor.until('the disk to count again', () => editor.codes(refounding).length === 0);
  });

  it('an answer is about the text that was typed last', async () => {
    await start({ ...vyr, 'note.md': '---\nsources: maric\n---\n' });
    await editor.open('note.md');
    await editor.ready();
    await editor.replace('note.md', 'maric', 'aldric');
    expect(await editor.hover('note.md', 'aldric')).toContain('**[Aldric](…/aldric.md)** · person');
  });

  it('diagnostics of a closed file are taken back', async () => {
    await start({ ...vyr, 'note.md': '---\nsupersedes: nobody-knows\n---\n' });
    await editor.open('note.md');
    await editor.until('the squiggle', () => editor.codes('note.md').length > 0);
    await editor.close('note.md');
    await editor.until('nothing', () => editor.codes('note.md').length === 0);
  });
});

describe('reading', () => {
  it('hover shows both states', async () => {
    await start(vyr);
    await editor.open(refounding);
    await editor.ready();
    const told = await editor.hover(refounding, 'founding-of-house-vyr');
    expect(told).toContain('*[Maric](…/maric.md)* from 200 TA until 412 TA; then *[Aldric](…/aldric.md)*');
  });

  it('both ends have lenses, which stay while the YAML is broken', async () => {
    await start(vyr, { initializationOptions: { opensPlaces: true } });
    await editor.open(refounding);
    await editor.open(founding);
    await editor.ready();
    const titles = ['supersedes The Founding of House Vyr · 200 TA · change · compare'];
    const [compare] = (await editor.lenses(refounding)) ?? [];
    expect(compare?.command?.arguments?.slice(0, 2)).toEqual([editor.uriOf(founding), editor.uriOf(refounding)]);
    const [show] = (await editor.lenses(founding)) ?? [];
    expect(show?.command).toMatchObject({
      command: 'retcon.open',
      arguments: [editor.uriOf(refounding), { start: { line: 1 } }],
    });
    await editor.replace(refounding, 'reason: ', 'reason: "');
    expect(await editor.lensTitles(refounding)).toEqual(titles);
    await editor.replace(refounding, 'supersedes:\n', 'supersedes: [\n');
    expect(await editor.lensTitles(refounding)).toEqual(titles);
    await editor.replace(refounding, 'supersedes: [\n', 'supersedes:\n');
    await editor.replace(refounding, 'reason: "', 'reason: ');
    await editor.replace(refounding, 'id: founding', 'id: fondling');
    expect(await editor.lensTitles(refounding)).toEqual(['supersedes fondling-of-house-vyr · no such note']);
    await editor.until('lenses of the other file are asked for again', () => editor.refreshes.length > 0);
    expect(await editor.lensTitles(founding)).toEqual([]);
  });

  it('definition leads to the entry', async () => {
    await start(vyr);
    await editor.open(refounding);
    await editor.ready();
    expect(await editor.definition(refounding, 'founding-of')).toEqual([
      { uri: editor.uriOf(founding), range: { start: { line: 1, character: 7 }, end: { line: 1, character: 32 } } },
    ]);
  });

  it('an editor that takes links is sent the range of the link', async () => {
    await start(vyr, { capabilities: { textDocument: { definition: { linkSupport: true } } } });
    await editor.open(refounding);
    await editor.ready();
    expect(await editor.definition(refounding, 'founding-of')).toMatchObject([
      { targetUri: editor.uriOf(founding), originSelectionRange: { start: { line: 6, character: 8 } } },
    ]);
  });

  it('completion offers ids', async () => {
    await start({ ...vyr, 'note.md': '---\nsources: ref\n---\n' });
    await editor.open('note.md');
    await editor.ready();
    const list = await editor.complete('note.md', '---\nsources: ref'.length);
    expect(list?.items[0]).toMatchObject({
      label: 'The Refounding of House Vyr',
      detail: 'refounding-of-house-vyr · event · 412 TA',
      textEdit: {
        newText: 'refounding-of-house-vyr',
        range: { start: { line: 1, character: 9 }, end: { line: 1, character: 12 } },
      },
    });
    expect(await editor.complete('note.md', 3)).toBeNull();
  });
});

describe('a large folder', () => {
  it('is not waited for, and nothing is said that only the unread files make wrong', async () => {
    const crowd = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [
        `z/${i}.md`,
        `---\nid: z${i}\ndate: ${i} TA\nfacts: {z: {seat: a}}\n---\n`,
      ]),
    );
    const note = '---\ndate: 412 TA\nsupersedes: {id: z2999, reason: so, effective: 32 Thaw 412 TA}\n---\n';
    await start({ ...vyr, ...crowd, 'note.md': note });
    await editor.open('note.md');
    expect(await editor.hover('note.md', '412 TA')).toContain('Third Age');
    await editor.ready();
    expect(editor.everPublished.get('date/impossible')).toBe(false);
    await editor.quiet();
    expect(editor.statuses.at(-1)?.entries).toBe(3006);
    await editor.until('the retcons are counted', () => editor.statuses.at(-1)?.retcons === 2);
    expect([...editor.everPublished.keys()]).not.toContain('supersedes/unknown-id');
    expect(await editor.lensTitles('note.md')).toEqual(['supersedes 2999 · 2999 TA · correction · show']);
  });
});

describe('outside the editor', () => {
  const note = '---\nsupersedes: {id: made-outside, reason: so}\n---\n';
  const isUnknown = () => editor.codes('note.md').includes('supersedes/unknown-id');

  it('files that are made, changed, renamed and deleted are seen', async () => {
    await start({ ...vyr, 'note.md': note });
    await editor.open('note.md');
    await editor.until('unknown', isUnknown);
    await editor.write('other.md', '---\nid: made-outside\n---\n');
    await editor.until('made', () => !isUnknown());
    await editor.write('other.md', '---\nid: other\n---\n');
    await editor.until('changed', isUnknown);
    await editor.write('made-outside.md', '');
    await editor.until('made again', () => !isUnknown());
    await editor.rename('made-outside.md', 'renamed.md');
    await editor.until('renamed', isUnknown);
    await editor.rename('renamed.md', 'made-outside.md');
    await editor.until('renamed back', () => !isUnknown());
    await editor.remove('made-outside.md');
    await editor.until('deleted', isUnknown);
  });

  it('folders too, which only one event reports', async () => {
    await start({ ...vyr, 'note.md': note, 'far/made-outside.md': '' });
    await editor.open('note.md');
    await editor.ready();
    expect(isUnknown()).toBe(false);
    await editor.rename('far', '.hidden');
    await editor.until('hidden', isUnknown);
    await editor.rename('.hidden', 'near');
    await editor.until('back', () => !isUnknown());
    await editor.remove('near');
    await editor.until('deleted', isUnknown);
  });

  it('an open file counts as it is in the editor', async () => {
    await start({ ...vyr, 'note.md': note, 'other.md': '---\nid: made-outside\n---\n' });
    await editor.open('note.md');
    await editor.open('other.md');
    await editor.ready();
    await editor.write('other.md', '');
    await editor.quiet();
    expect(isUnknown()).toBe(false);
    await editor.close('other.md');
    await editor.until('the disk counts', isUnknown);
  });

  it('a codex.yaml that changes, goes and comes has everything checked again', async () => {
    await start({ ...vyr, 'note.md': '---\ndate: 412 QX\nfacts: {a: {b: c}}\n---\n' });
    await editor.open('note.md');
    const is = (code: string) => editor.codes('note.md').includes(code);
    await editor.until('unknown era', () => is('date/unknown-era'));
    await editor.write('codex.yaml', 'calendars: {c: {eras: [{id: QX, epoch: 0}]}}\n');
    await editor.until('known era', () => !is('date/unknown-era'));
    await editor.remove('codex.yaml');
    await editor.quiet();
    expect(is('date/unknown-era')).toBe(false);
    await editor.write('codex.yaml', vyr['codex.yaml'] ?? '');
    await editor.until('unknown era again', () => is('date/unknown-era'));
  });

  it('an unsaved codex.yaml counts, and is itself checked', async () => {
    await start({ ...vyr, 'note.md': '---\ndate: 412 QX\n---\n' });
    await editor.open('note.md');
    await editor.open('codex.yaml');
    await editor.ready();
    await editor.until('unknown era', () => editor.codes('note.md').includes('date/unknown-era'));
    await editor.replace('codex.yaml', 'epoch: 0}', 'epoch: 0}, {id: QX, epoch: 500}');
    await editor.until('known era', () => editor.codes('note.md').length === 0);
    await editor.replace('codex.yaml', 'founder: constant', 'founder: constnat');
    await editor.until('its own problem', () => editor.codes('codex.yaml').includes('config/invalid'));
    expect(await editor.hover('codex.yaml', 'founder')).toBeNull();
    expect(await editor.lenses('codex.yaml')).toEqual([]);
  });
});

describe('whose file it is', () => {
  it('the innermost codex owns it', async () => {
    await start({
      'codex.yaml': '',
      'outer.md': '---\nsupersedes: {id: inner, reason: so}\n---\n',
      'deep/codex.yaml': '',
      'deep/inner.md': '---\nsupersedes: {id: outer, reason: so}\n---\n',
      'deep/down/other.md': '---\nsupersedes: {id: inner, reason: so}\n---\n',
    });
    for (const file of ['outer.md', 'deep/inner.md', 'deep/down/other.md']) await editor.open(file);
    await editor.ready();
    await editor.until(
      'all judged',
      () => editor.codes('deep/inner.md').length > 0 && editor.codes('outer.md').length > 0,
    );
    expect(editor.codes('outer.md')).toEqual(['supersedes/unknown-id']);
    expect(editor.codes('deep/inner.md')).toEqual(['supersedes/unknown-id']);
    expect(editor.codes('deep/down/other.md')).toEqual([]);
    await editor.remove('deep/codex.yaml');
    await editor.until('one codex', () => editor.codes('outer.md')[0] !== 'supersedes/unknown-id');
  });

  it('two folders are two codices', async () => {
    await start(
      {
        'one/codex.yaml': '',
        'one/a.md': '---\nsupersedes: {id: b, reason: so}\n---\n',
        'two/codex.yaml': '',
        'two/b.md': '',
      },
      { folders: ['one', 'two'] },
    );
    await editor.open('one/a.md');
    await editor.until('unknown', () => editor.codes('one/a.md').includes('supersedes/unknown-id'));
    await editor.until('both are counted', () => editor.statuses.at(-1)?.entries === 2);
    await editor.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: [{ uri: editor.uriOf('two'), name: 'two' }] },
    });
    await editor.until('one is left', () => editor.statuses.at(-1)?.entries === 1);
  });

  it('an untitled document, and a file outside the folders, are codices of one', async () => {
    await start(
      { 'in/codex.yaml': '', 'in/maric.md': '', 'out/note.md': '---\nsupersedes: {id: maric, reason: so}\n---\n' },
      { folders: ['in'] },
    );
    const untitled = 'untitled:Untitled-1';
    await editor.open(untitled, '---\nid: here\nsupersedes: {id: maric, reason: so}\nsources: here\n---\n');
    await editor.open('out/note.md');
    await editor.until(
      'untitled',
      () => editor.published.get(untitled)?.diagnostics[0]?.code === 'supersedes/unknown-id',
    );
    await editor.until('outside', () => editor.codes('out/note.md').includes('supersedes/unknown-id'));
    expect(await editor.hover(untitled, 'here\n---')).toContain('`here` — current');
    await editor.close(untitled);
    await editor.until('gone', () => editor.published.get(untitled)?.diagnostics.length === 0);
  });

  it('documents of other schemes are not ours', async () => {
    await start(vyr);
    await editor.open('git:/maric.md', '---\nsupersedes: nobody\n---\n');
    await editor.ready();
    await editor.quiet();
    expect(editor.published.size).toBe(0);
    expect(await editor.hover('git:/maric.md', 'nobody')).toBeNull();
  });

  it('names of files and folders may hold anything', async () => {
    await start(
      {
        'a b#c?%41/codex.yaml': '',
        "a b#c?%41/it's (ä) 🐉.md": '---\nid: dragon\n---\n',
        'a b#c?%41/note.md': '---\nsupersedes: {id: dragon, reason: so}\n---\n',
      },
      { folders: ['a b#c?%41'] },
    );
    await editor.open('a b#c?%41/note.md');
    await editor.ready();
    const [place] = (await editor.definition('a b#c?%41/note.md', 'dragon')) ?? [];
    expect(decodeURIComponent(place?.uri ?? '')).toBe(decodeURIComponent(editor.uriOf("a b#c?%41/it's (ä) 🐉.md")));
    // An editor may escape what need not be escaped.
    const odd = editor.uriOf('a b#c?%41/note.md').replace('note', '%6Eote');
    await editor.close('a b#c?%41/note.md');
    await editor.open(odd, '---\nsupersedes: {id: nobody, reason: so}\n---\n');
    await editor.until('judged', () => editor.published.get(odd)?.diagnostics[0]?.code === 'supersedes/unknown-id');
  });
});

describe('a folder without codex.yaml', () => {
  it('is left alone where no file uses the keys, and wakes when one does', async () => {
    await start({ 'a.md': '---\ndate: not a date at all\nsources: b\n---\n[[nowhere]]\n', 'b.md': '' });
    await editor.open('a.md');
    await editor.ready();
    await editor.quiet();
    expect(editor.statuses.at(-1)).toMatchObject({ state: 'dormant', entries: 0 });
    expect(editor.codes('a.md')).toEqual([]);
    expect(await editor.hover('a.md', 'b\n')).toBeNull();
    expect(await editor.lenses('a.md')).toEqual([]);
    expect(await editor.complete('a.md', '---\ndate: not a date at all\nsources: b'.length)).toBeNull();
    await editor.replace('a.md', 'sources: b', 'supersedes: b');
    await editor.until('awake', () => editor.codes('a.md').length > 0);
    // Problems of the page itself are reported before the others are read.
    await editor.until('all read', () => editor.statuses.at(-1)?.state === 'ready');
    expect(await editor.hover('a.md', 'b\n')).toContain('`b` —');
    await editor.replace('a.md', 'supersedes: b', 'sources: b');
    await editor.until('asleep again', () => editor.codes('a.md').length === 0);
  });

  it('says by a code of its own that it is not set up, whatever is asked of it, and answers once it is', async () => {
    await start({ 'a.md': '# A\n' });
    await editor.open('a.md');
    await editor.ready();
    const uri = editor.uriOf('a.md');
    const questions = (): [string, object][] => [
      ['retcon/isSetUp', {}],
      ['retcon/isSetUp', { uri }],
      ['retcon/entities', {}],
      ['retcon/entries', {}],
      ['retcon/canonPoints', { uri }],
      ['retcon/ask', { question: 'was_true_at', given: { entity: 'a' } }],
      ['retcon/ask', { question: 'lookup', given: { name: 'a' } }],
      ['retcon/ask', { question: 'log', given: {} }],
      ['retcon/ask', { question: 'diff', given: { from: 'latest' } }],
      ['retcon/review', { since: '', skip: 0, take: 20 }],
      ['retcon/lore', { text: 'a' }],
      ['retcon/viewpointChoices', {}],
      ['retcon/statedValues', { uri }],
      ['retcon/retconQuestions', { act: 'declare', uri }],
      ['retcon/extractFact', { uri, position: { line: 0, character: 0 } }],
    ];
    for (const [method, asked] of questions())
      await expect(editor.request(method, asked), method).rejects.toMatchObject({
        code: NOT_SET_UP,
        message: expect.stringContaining('not set up'),
      });
    // What is shown by itself stays silent.
    expect(await editor.request('retcon/viewpoint', {})).toBeNull();
    await editor.write('codex.yaml', '');
    await editor.until('set up', () => editor.statuses.at(-1)?.state === 'ready');
    expect(await editor.request('retcon/isSetUp', {})).toBe(true);
    expect(await editor.request('retcon/entities', {})).toMatchObject([{ id: 'a' }]);
  });

  it('is set up with what its author takes of what was found', async () => {
    await start({
      'People/Aldric.md': '---\nborn: 380 TA\nrace: elf\n---\n',
      'People/Maric.md': '---\nborn: 391 TA\ndied: last winter\nrace: elf\n---\n',
      'People/Lysa.md': '---\nborn: 402 TA\ndied: 431 TA\nrace: human\n---\n',
    });
    await editor.open('People/Aldric.md');
    await editor.ready();
    const folder = editor.uriOf('');
    const whole = await editor.request<InitPreview>('retcon/initPreview', { folder });
    expect(whole).toMatchObject({ exists: false, summary: '3 of 3 notes have dates, and all of them can be read' });
    expect(whole.text).toContain('\n  "People/**": person');
    const found = whole.parts.flatMap(({ findings }) => findings);
    expect(found.map(({ id, isTaken }) => [id, isTaken])).toContainEqual(['type:People/**', true]);
    const taken = found.map(({ id }) => id).filter((id) => id !== 'type:People/**');
    const without = await editor.request<InitPreview>('retcon/initPreview', { folder, taken });
    expect(without.text).toContain('\n#   "People/**": person');
    const all = await editor.request<InitPreview>('retcon/initPreview', {
      folder,
      taken: [...taken, 'type:People/**'],
    });
    expect(all.text).toContain('\n  "People/**": person');
  });
});

describe('places in odd texts', () => {
  it.each([
    ['CRLF', '---\r\ntitle: x\r\nsupersedes: {id: nobody, reason: so}\r\n---\r\n', 2, 17],
    ['a byte-order mark', '\uFEFF---\nsupersedes: {id: nobody, reason: so}\n---\n', 1, 17],
    ['astral letters', '---\ntitle: x\nsupersedes: {reason: "🐉🐉", id: nobody}\n---\n', 2, 33],
  ])('%s', async (_, text, line, character) => {
    await start({ 'codex.yaml': '', 'note.md': text });
    await editor.open('note.md');
    await editor.until('judged', () => editor.codes('note.md').includes('supersedes/unknown-id'));
    expect(editor.diagnostics('note.md').find(({ code }) => code === 'supersedes/unknown-id')?.range).toEqual({
      start: { line, character },
      end: { line, character: character + 6 },
    });
  });

  it('related places are those of the other file, as it is now', async () => {
    await start({ 'codex.yaml': '', 'a.md': '---\nid: x\n---\n', 'b.md': '---\r\n\r\nid: x\r\n---\r\n' });
    await editor.open('a.md');
    await editor.until('judged', () => editor.codes('a.md').includes('entry/duplicate-id'));
    expect(editor.diagnostics('a.md')[0]?.relatedInformation?.[0]?.location).toEqual({
      uri: editor.uriOf('b.md'),
      range: { start: { line: 2, character: 4 }, end: { line: 2, character: 5 } },
    });
  });
});

describe('the palette', () => {
  it('is answered about the codex in use', async () => {
    await start({ ...vyr, 'vyrhold-notes.md': '---\nfacts: {vyrhold: {towers: seven}}\n---\n' });
    await editor.open(refounding);
    await editor.ready();
    const entities =
      await editor.request<{ id: string; title: string; file: string | null; aliases: string[] }[]>('retcon/entities');
    expect(entities.find(({ id }) => id === 'house-vyr')).toEqual({
      id: 'house-vyr',
      title: 'House Vyr',
      type: 'house',
      file: 'house-vyr.md',
      aliases: ['The Fire-Keepers'],
    });
    expect(entities.find(({ id }) => id === 'vyrhold')).toEqual({
      id: 'vyrhold',
      title: 'vyrhold',
      file: null,
      aliases: [],
    });
    const entries = await editor.request<{ id: string }[]>('retcon/entries');
    expect(entries.find(({ id }) => id === 'founding-of-house-vyr')).toEqual({
      id: 'founding-of-house-vyr',
      title: 'The Founding of House Vyr',
      type: 'event',
      date: '200 TA',
      standing: 'superseded',
      isReplaced: true,
      file: founding,
      aliases: [],
    });
    const points = await editor.request<{ value: string; detail?: string }[]>('retcon/canonPoints');
    expect(points.map(({ value }) => value)).toEqual(['latest', 'session-47', 'session-45']);
    expect(await editor.request('retcon/checkDate', { text: 'TA 412' })).toEqual({ ok: true, text: '412 TA' });
    expect(await editor.request('retcon/checkDate', { text: 'whenever' })).toMatchObject({ ok: false });
    expect(await editor.request('retcon/checkCanonPoint', { text: 'before:maric' })).toEqual({ ok: true });
    expect(await editor.request('retcon/checkCanonPoint', { text: 'session-99' })).toMatchObject({ ok: false });
    const then = await editor.request<{ title: string; markdown: string }>('retcon/ask', {
      question: 'was_true_at',
      given: {
        entity: 'house-vyr',
        at: '300 TA',
      },
    });
    expect(then.title).toContain('House Vyr');
    expect(then.markdown).toContain('Maric');
    expect(then.markdown).toContain(editor.uriOf('maric.md'));
    expect(
      (await editor.request<{ markdown: string }>('retcon/ask', { question: 'lookup', given: { name: 'Maric' } }))
        .markdown,
    ).toContain('Maric');
    expect(
      (await editor.request<{ markdown: string }>('retcon/ask', { question: 'log', given: {} })).markdown,
    ).toContain('Refounding');
    expect(await editor.request('retcon/initPreview', { folder: editor.uriOf('') })).toMatchObject({ exists: true });
    await expect(editor.request('retcon/ask', { question: 'lookup', given: { name: 'nobody' } })).rejects.toThrow(
      'nobody',
    );
  });

  it('answers of all files, though it is asked while they are read', async () => {
    const pages = Array.from({ length: 1_500 }, (_, i) => [
      `p${i}.md`,
      `---\ncanon: r1\n${i % 2 === 0 ? '' : `supersedes: {id: p${i - 1}}\n`}---\n`,
    ]);
    await start({ 'codex.yaml': 'revisions: [r1]\n', ...Object.fromEntries(pages) });
    await editor.open('p0.md');
    const log = await editor.request<{ markdown: string }>('retcon/ask', { question: 'log', given: {} });
    expect(log.markdown).toContain('750 retcons');
  });

  it('says of a year without an era how it is read, before it is asked for', async () => {
    await start({ 'codex.yaml': '', 'a.md': '---\ndate: 5400 AS\n---\n' });
    await editor.open('a.md');
    await editor.ready();
    const remark = 'Which era is "5450" in? It was read as 5450 CE, and this codex counts in AS: ask for 5450 AS.';
    expect(await editor.request('retcon/checkDate', { text: '5450' })).toEqual({ ok: true, text: '5450 CE', remark });
    expect(await editor.request('retcon/checkDate', { text: '5450 AS' })).toEqual({ ok: true, text: '5450 AS' });
    const { markdown } = await editor.request<{ markdown: string }>('retcon/ask', {
      question: 'was_true_at',
      given: { entity: 'a', at: '5450' },
    });
    expect(markdown).toContain('this codex counts in AS');
  });
});
