/** Claims compared with the canon: the verdict of each, as contract.md has them, and what is not a claim at all. */
import { describe, expect, it } from 'vitest';
import { answerSteps, questionNamed } from '../../server/src/core/tools';
import { questionsForOne } from '../../server/src/core/tools/asked/questionList';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf, type Files } from '../support/codex';
import { ended } from '../support/lore';

// oxlint-disable-next-line typescript/no-explicit-any -- the JSON of answers is looked into freely
type Json = any;

function verify(files: Files, claims: string | readonly object[]): Json {
  const question = questionNamed('verify');
  if (!question) throw new Error('verify');
  const given = { claims: typeof claims === 'string' ? claims : JSON.stringify({ claims }) };
  const around = { commits: new Map(), textOf: (file: string) => files[file] ?? null };
  const steps = answerSteps(question, codexOf(files).canon, given, around) as Generator<void>;
  const answered: Json = ended(steps);
  return answered.ok ? { ...answered.json, text: plainText(answered.prose) } : answered.failure;
}

const CODEX = `
present: 430 TA
calendars: {c: {eras: [{id: TA, epoch: 0}]}}
revisions: [session-46, session-47, {id: session-48, open: true}]
attributes: {founder: constant, member: set}
registry:
  canon-core: {version: 0.1.0, paths: [canon/**]}
  fan-archive: {version: 2.3.1, paths: [fan/**]}
`;
const FILES: Files = {
  'codex.yaml': CODEX,
  'house-vyr.md': '---\ntype: house\naliases: [The Vyr]\n---\n',
  'people/maric.md': '---\ntitle: Maric Ashhand\ntype: person\n---\n',
  'people/lysa.md': '---\ntype: person\n---\n',
  'canon/founding.md':
    '---\ndate: 200 TA\ncanon: session-46\nsources: [the-almanac, house-vyr]\nfacts: {house-vyr: {founder: maric, member: [maric, tom]}}\n---\n',
  'canon/refounding.md':
    '---\ndate: 412 TA\ncanon: session-47\nsupersedes: {id: founding, effective: 412 TA, only: [house-vyr.founder], reason: Aldric was the true founder.}\nfacts: {house-vyr: {founder: aldric}}\n---\n',
  'canon/secret.md':
    '---\ndate: 420 TA\nfacts: [{entity: house-vyr, attribute: curse, value: the drowned king, known_by: nobody}]\n---\n',
  'fan/seat.md': '---\ndate: 300 TA\nfacts: {house-vyr: {seat: vyrhold}}\n---\n',
  'fan/other-seat.md': '---\ndate: 300 TA\nfacts: {house-vyr: {seat: the mill}}\n---\n',
};
const vyr = (more: object): object => ({ entity: 'house-vyr', ...more });

describe('a claim', () => {
  it.each([
    ['holds', { attribute: 'founder', value: 'maric', at: '300 TA' }],
    ['holds', { attribute: 'Founder', value: '[[Maric Ashhand]]', at: '300 TA', entity: 'the vyr' }],
    ['holds', { attribute: 'founder', value: 'Aldric', at: '420 TA' }],
    ['holds', { attribute: 'founder', value: 'maric', at: '420 TA', as_of: 'session-46' }],
    ['holds', { attribute: 'member', value: 'tom', at: '420 TA' }],
    ['holds', { attribute: 'curse', value: 'The drowned king.', at: '425 TA', for: 'author' }],
    [
      'holds',
      { attribute: 'founder', value: 'maric', at: '300 TA', cites: ['canon-core@0.1.0', 'founding', 'the-almanac'] },
    ],
    ['holds', { attribute: 'founder', value: 'maric', at: '300 TA', cites: 'house-vyr' }],
    ['contradicts', { attribute: 'founder', value: 'lysa', at: '300 TA' }],
    ['contradicts', { attribute: 'founder', value: 'aldric', at: '300 TA', cites: ['nothing@9'] }],
    ['superseded', { attribute: 'founder', value: 'maric', at: '420 TA' }],
    ['superseded', { attribute: 'founder', value: 'maric' }],
    ['disputed', { attribute: 'seat', value: 'vyrhold', at: '310 TA' }],
    ['contradicts', { attribute: 'seat', value: 'the ford', at: '310 TA' }],
    ['not_yet_known', { attribute: 'curse', value: 'the drowned king', at: '425 TA', for: 'lysa' }],
    ['unknown', { attribute: 'motto', value: 'we endure', at: '300 TA' }],
    ['unknown', { attribute: 'founder', value: 'maric', at: '100 TA' }],
    ['unknown', { attribute: 'member', value: 'lysa', at: '300 TA' }],
    ['unknown', { attribute: 'founder', value: 'x', entity: 'house-vir' }],
    ['bad_source', { attribute: 'founder', value: 'maric', at: '300 TA', cites: ['canon-core@0.2.0'] }],
    ['bad_source', { attribute: 'founder', value: 'maric', at: '300 TA', cites: ['canon-score@0.1.0'] }],
    ['bad_source', { attribute: 'founder', value: 'maric', at: '300 TA', cites: ['fan-archive@2.3.1'] }],
    ['bad_source', { attribute: 'founder', value: 'maric', at: '300 TA', cites: ['founding', 'refounding'] }],
    ['bad_source', { attribute: 'founder', value: 'maric', at: '300 TA', cites: ['a song'] }],
    ['bad_source', { attribute: 'motto', value: 'we endure', cites: ['house-vyr'] }],
  ])('%s: %j', (verdict, claim) => {
    const [judged] = verify(FILES, [vyr(claim)]).claims;
    expect(judged).toMatchObject({ ...vyr(claim), verdict });
  });

  it('is answered with what is true, and with the other side of a retcon', () => {
    const { claims, summary, text } = verify(FILES, [
      vyr({ attribute: 'founder', value: 'maric', at: '420 TA', tokens: 1200 }),
      vyr({ attribute: 'founder', value: 'lysa', at: '300 TA', cites: ['founding'], tokens: 800 }),
    ]);
    expect(claims[0].so).toMatchObject([{ value: 'aldric', entry: 'refounding', from: '412 TA' }]);
    expect(claims[0].answer).toBe(
      'Not so any more at 420 TA: founder: aldric, from 412 TA (refounding). It was stated until refounding ended it, from 412 TA (session-47): Aldric was the true founder.',
    );
    expect(claims[1].answer).toContain('Not so at 300 TA: founder: Maric Ashhand, from 200 TA until 412 TA (founding');
    expect(summary).toEqual({ claims: 2, violations: 1, violation_rate: 0.5, uncited: 1, tokens_p95: 1200 });
    expect(text).toContain(
      'Claims against the canon: 1 of 2 (50 %)\n1 superseded and 1 contradicts. Without a source: 1.',
    );
  });

  it('list of hundreds shows a hundred of them, with those that are claimed', () => {
    const many = Array.from({ length: 300 }, (_, i) => `ally ${i}`);
    const files = {
      ...FILES,
      'canon/allies.md': `---\nfacts: {house-vyr: {member: [${many.join(', ')}]}}\n---\n`,
    };
    const { claims } = verify(files, [
      vyr({ attribute: 'member', value: 'ally 7' }),
      vyr({ attribute: 'member', value: 'nobody' }),
    ]);
    expect(claims.map((one: Json) => [one.verdict, one.so.length, one.so_left])).toEqual([
      ['holds', 100, 202],
      ['unknown', 100, 202],
    ]);
    expect(claims[0].so.map((one: Json) => one.value)).toContain('ally 7');
    expect(claims[0].answer).toContain('; and 202 more');
  });

  it('at any of hundreds of canon points is compared with what was established then', () => {
    const revisions = Array.from({ length: 120 }, (_, i) => `r${i}`);
    const pages = revisions.map((revision, i) => {
      const before = i === 0 ? '' : `supersedes: p${i - 1}\n`;
      return [`p${i}.md`, `---\ndate: 1 TA\ncanon: ${revision}\n${before}facts: {keep: {ruler: q${i}}}\n---\n`];
    });
    const files = { 'codex.yaml': `revisions: [${revisions.join(', ')}]\n`, ...(Object.fromEntries(pages) as Files) };
    const claims = revisions.map((as_of, i) => ({
      entity: 'keep',
      attribute: 'ruler',
      value: `q${i}`,
      at: '5 TA',
      as_of,
    }));
    const { summary, claims: judged } = verify(files, claims);
    expect(summary).toMatchObject({ claims: 120, violations: 0 });
    expect(judged.map(({ so }: Json) => so.map(({ value }: Json) => value))).toEqual(
      revisions.map((_, i) => [`q${i}`]),
    );
  });

  it('of an unknown attribute gets a suggestion', () => {
    const [judged] = verify(FILES, [vyr({ attribute: 'founders', value: 'maric' })]).claims;
    expect(judged).toMatchObject({ verdict: 'unknown' });
    expect(judged.answer).toMatch(/bear it out\. Did you mean founder\?$/);
  });

  it('for a knower is compared with what they hold', () => {
    const files = {
      ...FILES,
      'canon/belief.md':
        '---\nfacts: [{entity: house-vyr, attribute: founder, value: the river, from: 100 TA, believed_by: lysa}]\n---\n',
      'canon/refounding.md': (FILES['canon/refounding.md'] ?? '').replace('---\n', '---\nknown_by: nobody\n'),
    };
    const verdicts = verify(files, [
      vyr({ attribute: 'founder', value: 'maric', at: '420 TA', for: 'tom' }),
      vyr({ attribute: 'founder', value: 'aldric', at: '420 TA', for: 'tom' }),
      vyr({ attribute: 'founder', value: 'the river', at: '150 TA', for: 'lysa' }),
      vyr({ attribute: 'founder', value: 'the river', at: '150 TA' }),
    ]).claims.map((one: Json) => one.verdict);
    expect(verdicts).toEqual(['holds', 'not_yet_known', 'holds', 'unknown']);
  });
});

it('is refused in a restricted view, since its verdict reveals the truth', () => {
  expect(questionsForOne.map(({ name }) => name)).not.toContain('verify');
});

describe('a file of claims', () => {
  const one = '{"entity": "house-vyr", "attribute": "founder", "value": "maric", "at": "300 TA"}';
  it.each([
    ['JSON', `{"claims": [${one}, ${one}]}`],
    ['a bare list', `[${one}, ${one}]`],
    ['JSON Lines', `${one}\n\n${one}\n`],
    [
      'YAML',
      'claims:\n  - entity: house-vyr\n    attribute: founder\n    value: maric\n    at: 300 TA\n  - {entity: house-vyr, attribute: founder, value: maric, at: 300 TA}\n',
    ],
    ['a block of a page', `Some prose.\n\n\`\`\`json\n[${one}, ${one}]\n\`\`\`\nMore of it.`],
  ])('may be %s', (_, text) => {
    expect(verify(FILES, text).summary).toMatchObject({ claims: 2, violations: 0 });
  });

  it('may consist of several blocks of a page, among blocks of something else', () => {
    const block = (text: string) => `Words.\n\n\`\`\`json\n${text}\n\`\`\`\n\n`;
    const text = `\`\`\`dataview\nLIST\n\`\`\`\n${block(one)}${block(`[${one}, ${one}]`)}`;
    expect(verify(FILES, text).summary).toMatchObject({ claims: 3, violations: 0 });
    const { problems } = verify(FILES, `${block(one)}${block('{"entity": "house-vyr"}')}${block('{"claims": null}')}`);
    expect(problems.map(({ line }: Json) => line)).toEqual([10, 16]);
  });

  it('may be an empty list, none of which contradicts the canon', () => {
    const { claims, summary } = verify(FILES, '{"claims": []}');
    expect(claims).toEqual([]);
    expect(summary).toEqual({ claims: 0, violations: 0, violation_rate: 0, uncited: 0 });
  });

  it.each([
    ['', ['1: There are no claims here: write {"claims": [{"entity": …, "attribute": …, "value": …}]}.']],
    [
      '{"claims": null}',
      ['1: There are no claims here: write {"claims": [{"entity": …, "attribute": …, "value": …}]}.'],
    ],
    ['{"claims": [', ['1: ']],
    ['"a sentence"', ['1: a claim is made of keys and values, like {"entity": "house-vyr"']],
    [
      `[\n${one},\n{"entity": "house-vyr", "atribute": "founder", "value": ["maric"]},\n3]`,
      [
        '3: "atribute" means nothing here. Did you mean attribute?',
        '3: value takes one text, not a list.',
        '3: a claim needs attribute, like {"entity"',
        '4: a claim is made of keys and values',
      ],
    ],
    [`${one}\n{"entity": "house-vyr",}\n`, ['2: This line is not JSON']],
    [
      `- entity: house-vyr\n  attribute: founder\n  value: maric\n  at: yesterday\n- {entity: house-vyr, attribute: founder, value: maric, for: lsya}\n- {entity: house-vyr, attribute: founder, value: maric, as_of: session-99}`,
      [
        '1: "yesterday" is not a date',
        '5: Nobody in this codex is called "lsya". Did you mean lysa?',
        '6: "session-99"',
      ],
    ],
  ])('gets a message for each wrong line: %j', (text, problems) => {
    const failure = verify(FILES, text);
    expect(failure.code).toBe('bad-claims');
    expect(failure.problems.map(({ line, message }: Json) => `${line}: ${message}`)).toEqual(
      problems.map((problem) => expect.stringContaining(problem)),
    );
  });
});
