/**
 * Untouched baseline facts may be changed by a new fact: through the date of another page, under a draft, or on an old
 * page.
 */
import { expect, it } from 'vitest';
import { type Pages, page, toldSince } from './gate';

const CODEX = 'present: 430 TA\nrevisions: [s1, s2, {id: s3, open: true}]\nattributes: {member: set}\n';
const found = (told: Pages, changes: Pages): string[] => toldSince({ 'codex.yaml': CODEX, ...told }, changes);
const reign = page('id: reign\ncanon: s1\nfacts: [{entity: vyr, attribute: ruler, value: lysa, from: 200 TA}]');

it('when the page that states it is still being written and is dated otherwise', () => {
  const open = (year: number): string =>
    page(`canon: s3\ndate: ${year} TA\nuntil: 320 TA\nfacts: [{entity: vyr, attribute: ruler, value: orm}]`);
  const told = { 'reign.md': reign, 'open.md': open(150) };
  expect(found(told, { 'open.md': open(260) })).toEqual([
    expect.stringMatching(
      /^open\.md: warning retcon\/insertion: ruler of vyr was lysa as of v1, and is orm from 260 TA/,
    ),
  ]);
  expect(found(told, { 'open.md': open(140) })).toEqual([]);
});

it('under a draft that hides it, and when a draft stops being one', () => {
  const draft = (more: string): string =>
    page(`id: plan\n${more}supersedes: [{id: reign, effective: always, reason: x}]`);
  const told = { 'reign.md': reign, 'plan.md': draft('draft: true\n') };
  const come = reign.replace('200 TA}', '200 TA}, {entity: vyr, attribute: ruler, value: orm, from: 300 TA}');
  const warned = expect.stringMatching(/^reign\.md: warning retcon\/insertion: ruler of vyr was lysa as of v1/);
  expect(found(told, { 'reign.md': come })).toEqual([warned]);

  const other = (more: string): string =>
    page(`id: other\n${more}canon: s3\nfacts: [{entity: vyr, attribute: ruler, value: orm, from: 300 TA}]`);
  expect(found({ 'reign.md': reign }, { 'other.md': other('draft: true\n') })).toEqual([]);
  expect(found({ 'reign.md': reign, 'other.md': other('draft: true\n') }, { 'other.md': other('') })).toEqual([
    expect.stringMatching(/^other\.md: warning retcon\/insertion: ruler of vyr was lysa as of v1, and is orm from 300/),
  ]);
  // Editing or deleting a draft does not change the baseline.
  expect(found({ 'reign.md': reign, 'other.md': other('draft: true\n') }, { 'other.md': null })).toEqual([]);
});

it('on a superseded page, whose successor takes the fact over', () => {
  const old = (facts: string): string => page(`id: old\ncanon: s1${facts}`);
  const told = {
    'old.md': old(''),
    'new.md': page(
      'id: new\ncanon: s2\ndate: 200 TA\nsupersedes: [{id: old, effective: 300 TA, reason: x}]\nfacts: {vyr: {member: ann}}',
    ),
  };
  expect(
    found(told, { 'old.md': old('\nfacts: [{entity: vyr, attribute: member, value: ann, from: 300 TA}]') }),
  ).toEqual([
    expect.stringMatching(
      /^old\.md: warning retcon\/insertion: member of vyr was ann as of v1, and not .*, since the page that supersedes this one now states it only from when it takes effect/,
    ),
  ]);
  expect(found(told, { 'old.md': old('\nfacts: {vyr: {seat: hill}}') })).toEqual([]);
});
