/** Undeclared eras: ordered among themselves, except those whose direction is unknown. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChronology, agrees, readDate, type WorldDate } from '../../server/src/core/chronology';
import { reckoning } from './calendars';
import { dateIn } from './dateIn';
import { compareInstants } from './compareInstants';

const ours = makeChronology([]);
const declared = makeChronology([reckoning]);

const date = (text: string, chronology = ours): WorldDate => dateIn(chronology, text);

describe('an era before something', () => {
  it.each([
    ['1245 BS', '295 BS', undefined],
    ['1245 BS', '1245 BS', 0],
    ['1245 BS', 'BS 1245', 0],
    ['1 BFA', '2 BFA', undefined],
    ['412 B.S.', '411 B.S.', undefined],
    ['before 200 BS', '200 BS', -1],
    ['after 200 BS', '200 BS', 1],
    ['April 200 BS', 'May 200 BS', -1],
    ['410s BS', '410s BS', 0],
    ['410s BS', '412 BS', undefined],
    ['412 BS', '412 BT', undefined],
    ['412 BS', '412 AS', undefined],
    // These are words like any other.
    ['412 B', '411 B', 1],
    ['412 Bor', '411 Bor', 1],
    ['412 BSEFG', '411 BSEFG', 1],
    ['412 AS', '411 AS', 1],
    // Ours, which is known to count backward.
    ['44 BCE', '43 BCE', -1],
  ])('%s and %s', (a, b, expected) => {
    expect(compareInstants(date(a).start, date(b).start)).toBe(expected);
  });

  it('is one line whatever calendars are declared, and none of the declared ones', () => {
    expect(compareInstants(date('412 BS', declared).start, date('411 BS', declared).start)).toBeUndefined();
    expect(compareInstants(date('412 BF', declared).start, date('411 BF', declared).start)).toBe(-1);
  });

  it.each([
    ['1245 BS', '1245 BS [1245 BS, after 1245 BS)'],
    ['c. 1245 BS', 'c. 1245 BS [c. 1245 BS, after 1245 BS)'],
    ['1245BS', '1245 BS [1245 BS, after 1245 BS)'],
    ['410s BS', '410s BS [410s BS, after 410s BS)'],
    ['3rd century BS', '3rd century BS [3rd century BS, after 3rd century BS)'],
    ['12 Foo 1245 BS', '12 Foo 1245 BS [12 Foo 1245 BS, after 1245 BS)'],
    ['1245 BS .. 295 BS', '1245 BS .. 295 BS [1245 BS, after 295 BS)'],
    ['295–1245 BS', '295 BS .. 1245 BS [295 BS, after 1245 BS)'],
    ['1245–295 BS', '1245 BS .. 295 BS [1245 BS, after 295 BS)'],
    ['20 BS .. 45 AS', '20 BS .. 45 AS [20 BS, 46 AS)'],
    ['after 1245 BS', 'after 1245 BS [after 1245 BS, the end of time)'],
  ])('%s', (text, expected) => {
    const { start, end, text: told } = date(text);
    expect(`${told} [${start.text}, ${end.text})`).toBe(expected);
    expect(start.line).toBe(end.line);
    expect(date(told).start).toEqual(start);
  });

  it('agrees with the same year, however that is written', () => {
    expect(agrees(ours, date('1245 BS'), date('12 April 1245 BS'))).toBe(true);
    expect(agrees(ours, date('1245 BS .. 295 BS'), date('1245 BS'))).toBe(true);
    expect(agrees(ours, date('1245 BS'), date('c. 1244 BS'))).toBeUndefined();
  });

  it('has ends that read back as the same instants', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.constantFrom('BS', 'BFA', 'BCEX'), (year, era) => {
        const { end } = date(`${year} ${era}`);
        expect(date(end.text).start).toEqual(end);
      }),
    );
  });
});

describe('an undeclared era', () => {
  it('may be in order where it looks inverted', () => {
    const reading = readDate(ours, '412 XR .. 400 XR');
    expect(reading).toMatchObject({ code: 'date/inverted', isUndeclared: true });
    expect(readDate(declared, '412 TA .. 400 TA')).not.toHaveProperty('isUndeclared');
    expect(readDate(ours, '412 CE .. 400 CE')).not.toHaveProperty('isUndeclared');
  });
});
