/** What the name of a key says of the dates it holds: when something began, when a life ended, when an event was over. */
import { fold } from '../../chronology';
import { type KeyUses, wordsIn, keyWords } from './keyUses';

/** What a key of dates stands for: the start, the last day of a life, or the last day of an event. */
export type DateRole = 'date' | 'through' | 'end';

const PLAIN = wordsIn('date year when of the in de da di do fc game ingame world event lore story datum data fecha');
const MARKS = wordsIn('date year when datum fecha data');
const STARTS = wordsIn(
  `born birth dateofbirth birthdate birthyear dob founded founding foundation established est formed formation built
  constructed start starts started begin begins began beginning from since occurred happened crowned coronation discovered
  geboren geburt geburtsdatum geburtsjahr gegrundet grundung naissance ne nee fondation fonde fondee nacimiento nacido
  nacida fundacion fundado fundada nascimento nascido fundacao nascita nato nata fondazione fondato geboorte urodzony`,
);
const DEATHS = wordsIn(
  `died death dateofdeath deathdate deathyear dod deceased destroyed destruction dissolved disbanded abolished slain fell
  fallen gestorben tod todesdatum todesjahr mort morte deces decede decedee muerte fallecimiento fallecido muerto
  overleden zerstort destruida`,
);
const ENDS = wordsIn('end ends ended ending finished to ende fin fim fine');

export function roleOf({ key, spelling }: KeyUses): DateRole | null {
  if (key === 'date') return 'date';
  if (key === 'until' || key === 'through') return 'through';
  const words = keyWords(spelling).map(fold);
  const context = words.filter((word) => !PLAIN.has(word));
  const [word] = context;
  if (word === undefined) return words.some((plain) => MARKS.has(plain)) ? 'date' : null;
  if (context.length > 1) return null;
  return STARTS.has(word) ? 'date' : DEATHS.has(word) ? 'through' : ENDS.has(word) ? 'end' : null;
}
