/**
 * Random codices of one bent, and what must hold for every answer about them: a second implementation gives the same, day
 * by day.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Codex } from './page';
import { asAnswered, asRead, canonOf, standingsAnswered, standingsRead } from './questions';
import { type Bent, codexOf, DAYS, POINTS } from './worlds';
import { filesOf } from './written';

const point = fc.constantFrom(...POINTS);

/** The files, for a reader of a failure. */
export const drawn = (codex: Codex): string => [...filesOf(codex)].map(([path, text]) => `${path}\n${text}`).join('\n');

export const answeredAlike = (bent: Bent) =>
  fc.property(codexOf(bent), fc.record({ asOf: point, name: fc.constantFrom(...bent.entities) }), (codex, asked) => {
    const where = `${asked.name} as of ${asked.asOf} in\n${drawn(codex)}`;
    expect(asAnswered(codex, canonOf(codex), asked, DAYS), where).toEqual(asRead(codex, asked, DAYS));
  });

export const standingAlike = (bent: Bent) =>
  fc.property(codexOf(bent), point, (codex, asOf) => {
    const where = `as of ${asOf} in\n${drawn(codex)}`;
    expect(standingsAnswered(canonOf(codex), asOf, DAYS), where).toEqual(standingsRead(codex, asOf, DAYS));
  });
