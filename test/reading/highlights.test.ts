/** All mentions of what the caret is on: `«…»` around each, `«!…»` for the name that the page gives itself. */
import { expect, it } from 'vitest';
import { highlightsAt } from '../../server/src/core/reading/mentions';
import { caretIn, vyr } from '../support/caret';

function drawn(note: string): string {
  const { known, entry, text, offset } = caretIn({ ...vyr, 'twin.md': '', 'two/twin.md': '', 'note.md': note });
  return highlightsAt(known, entry, text, offset).reduceRight(
    (marked, { span: { start, end }, isOwn }) =>
      `${marked.slice(0, start)}«${isOwn ? '!' : ''}${marked.slice(start, end)}»${marked.slice(end)}`,
    text,
  );
}

it.each([
  [
    '---\nsupersedes: {id: ma$0ric, only: [maric.seat]}\nsources: [Maric, aldric]\nfacts: {maric: {seat: x}, house-vyr: {founder: maric}}\n---\n[[maric|He]], [[Maric#Youth]]',
    '---\nsupersedes: {id: «maric», only: [«maric».seat]}\nsources: [«Maric», aldric]\nfacts: {«maric»: {seat: x}, house-vyr: {founder: «maric»}}\n---\n[[«maric»|He]], [[«Maric»#Youth]]',
  ],
  [
    '---\nsupersedes: {id: maric, only: [house-vyr.fou$0nder, maric.founder]}\nfacts: {house-vyr: {Founder: x, seat: y}}\n---\n',
    '---\nsupersedes: {id: maric, only: [house-vyr.«founder», maric.«founder»]}\nfacts: {house-vyr: {«Founder»: x, seat: y}}\n---\n',
  ],
  ['---\nid: note\n---\n😀 [[no$0te]]', '---\nid: «!note»\n---\n😀 [[«note»]]'],
  [
    '---\ntitle: The Note\naliases: [N, a note]\n---\n[[a no$0te]] [[note]]',
    '---\ntitle: «!The Note»\naliases: [«!N», «!a note»]\n---\n[[«a note»]] [[«note»]]',
  ],
  ['---\nid: n$0ote\nfacts: {note: {seat: x}}\n---\n', '---\nid: «!note»\nfacts: {«note»: {seat: x}}\n---\n'],
  [
    '---\nsources: [nob$0ody]\ndisputes: nobody\nfacts: {nobody: {seat: x}}\n---\n[[Nobody]]',
    '---\nsources: [«nobody»]\ndisputes: «nobody»\nfacts: {«nobody»: {seat: x}}\n---\n[[«Nobody»]]',
  ],
  ['---\nsources: [tw$0in]\n---\n[[twin]] [[two/twin]]', '---\nsources: [«twin»]\n---\n[[«twin»]] [[two/twin]]'],
  [
    '---\nfacts: {a: {seat: the n$0orth}, b: {seat: [The North, south]}}\n---\n',
    '---\nfacts: {a: {seat: «the north»}, b: {seat: [«The North», south]}}\n---\n',
  ],
  [
    '---\ntype: "[[ma$0ric]]"\nsaid: >\n  By [[Maric|him]] and [[aldric]]\nheirs: maric\n---\n[[maric]]',
    '---\ntype: "[[«maric»]]"\nsaid: >\n  By [[«Maric»|him]] and [[aldric]]\nheirs: maric\n---\n[[«maric»]]',
  ],
  ['---\ncanon: sess$0ion-47\n---\n', '---\ncanon: «session-47»\n---\n'],
  ['---\r\nsources: ma$0ric\r\n---\r\n[[maric]]', '---\r\nsources: «maric»\r\n---\r\n[[«maric»]]'],
  [
    '---\nspouse: "[[Mar$0ic|him]]"\nkin: {heirs: [[[maric]], maric]}\n---\n[[maric]]',
    '---\nspouse: "[[«Maric»|him]]"\nkin: {heirs: [[[«maric»]], maric]}\n---\n[[«maric»]]',
  ],
  ['---\ndate: 41$02 TA\nuntil: 412 TA\n---\n', '---\ndate: 412 TA\nuntil: 412 TA\n---\n'],
  ['---\nsou$0rces: maric\n---\n', '---\nsources: maric\n---\n'],
  ['ma$0ric [[maric]]', 'maric [[maric]]'],
])('%j', (note, marked) => expect(drawn(note)).toBe(marked));
