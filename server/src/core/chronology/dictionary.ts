/** The words that dates are written with, in the languages of the vaults that we have seen: data, and how it is looked up. */
import { fold } from './foldedNames';

/** What a word of a date does. */
export type WordRole =
  /** Which third of what follows. */
  | 'early'
  | 'mid'
  | 'late'
  | 'spring'
  | 'summer'
  | 'autumn'
  | 'fall'
  | 'winter'
  | 'approximate'
  | 'before'
  | 'after'
  /** Between the two dates of a range. */
  | 'range'
  | 'between'
  | 'and'
  | 'or'
  /** In front of one date, which it does not change. */
  | 'lead'
  /** Anywhere, without a meaning. */
  | 'filler'
  /** In front of a number, without a meaning. */
  | 'year'
  /** Behind the number of a century, or in front of it. */
  | 'century'
  /** The end of a range that goes on. */
  | 'present'
  /** It stands in texts about time, and no date can be read of it: so it is not an era either. */
  | 'vague';

type Words = Readonly<Partial<Record<WordRole | 'undated', string>>>;

interface Language {
  readonly words: Words;
  /** The names of our own months, January first, with their usual abbreviations. */
  readonly months: string;
}

/** English comes first: where two languages share a word, it has the sense of the first. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  english: {
    words: {
      early: 'early beginning start',
      mid: 'mid middle',
      late: 'late end',
      spring: 'spring springtime',
      summer: 'summer summertime',
      autumn: 'autumn',
      fall: 'fall',
      winter: 'winter wintertime',
      approximate: 'c ca circa approx approximately about around roughly abt est',
      before: 'before bef pre',
      after: 'after aft post',
      range: 'to until till through',
      between: 'between bet',
      and: 'and',
      or: 'or',
      lead: 'since from in on',
      filler: 'of the',
      year: 'year years yr',
      century: 'century',
      present: 'present now today ongoing',
      undated: 'unknown unclear never none n/a na tba tbd null yyyy-mm-dd',
      vague:
        'day days night nights evening morning afternoon noon midnight dawn dusk week weeks month months decade decades quarter q1 q2 q3 q4 half season turn eve sometime perhaps possibly probably presumably maybe likely later earlier every each at by during within centuries',
    },
    months: '',
  },
  german: {
    words: {
      early: 'anfang beginn früh früher frühes frühe frühen',
      mid: 'mitte',
      late: 'ende spät später spätes späte späten',
      spring: 'frühling frühjahr lenz',
      summer: 'sommer',
      autumn: 'herbst',
      approximate: 'um etwa ungefähr zirka gegen rund',
      before: 'vor',
      after: 'nach',
      range: 'bis',
      between: 'zwischen',
      and: 'und',
      or: 'oder',
      lead: 'seit ab im am von vom',
      filler: 'der die das den dem des',
      year: 'jahr jahre jahres',
      century: 'jahrhundert jahrhunderts jh jhd jhdt',
      present: 'heute jetzt gegenwart',
      undated: 'unbekannt unklar nie keine keines',
      vague:
        'tag tage nacht abend morgen woche wochen monat monate jahrzehnt jahrzehnte jahrhunderte vielleicht wohl vermutlich',
    },
    months:
      'januar jänner jan|februar feber feb|märz maerz mär|april|mai|juni|juli|august|september|oktober okt|november|dezember dez',
  },
  french: {
    words: {
      early: 'début',
      mid: 'mi milieu',
      late: 'fin',
      spring: 'printemps',
      summer: 'été',
      autumn: 'automne',
      winter: 'hiver',
      approximate: 'vers environ env',
      before: 'avant',
      after: 'après',
      range: "à a au jusqu'à jusqu'en jusque",
      between: 'entre',
      and: 'et',
      or: 'ou',
      lead: 'depuis dès en',
      filler: 'de du le la les',
      year: 'an année',
      century: 'siècle',
      present: "aujourd'hui maintenant présent",
      undated: 'inconnu inconnue jamais aucun aucune',
      vague: 'jour jours nuit soir matin semaine semaines mois années ans siècles',
    },
    months:
      'janvier janv|février févr fév|mars|avril avr|mai|juin|juillet juil|août|septembre|octobre|novembre|décembre déc',
  },
  spanish: {
    words: {
      early: 'principios comienzos inicios',
      mid: 'mediados',
      late: 'finales fines',
      spring: 'primavera',
      summer: 'verano',
      autumn: 'otoño',
      winter: 'invierno',
      approximate: 'hacia sobre aproximadamente alrededor',
      before: 'antes',
      after: 'después',
      range: 'hasta al',
      and: 'y',
      or: 'o u',
      lead: 'desde',
      filler: 'del el',
      year: 'año',
      century: 'siglo',
      present: 'hoy ahora presente actualidad',
      undated: 'desconocido desconocida nunca ninguno ninguna',
      vague: 'día días noche tarde semana semanas mes meses años década décadas siglos',
    },
    months:
      'enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre|octubre|noviembre|diciembre dic',
  },
  italian: {
    words: {
      early: 'inizio inizi',
      mid: 'metà',
      late: 'fine',
      summer: 'estate',
      autumn: 'autunno',
      winter: 'inverno',
      approximate: 'verso intorno',
      before: 'prima',
      after: 'dopo',
      range: 'fino',
      between: 'tra fra',
      and: 'e ed',
      or: 'oppure',
      lead: 'dal dalla da nel',
      filler: 'di della dello il',
      year: 'anno',
      century: 'secolo',
      present: 'oggi adesso ora',
      undated: 'sconosciuto sconosciuta ignoto ignota mai nessuno nessuna',
      vague: 'giorno giorni notte sera mattina settimana settimane mese mesi anni decennio secoli',
    },
    months: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
  },
  portuguese: {
    words: {
      early: 'início princípio',
      mid: 'meados',
      late: 'final fim finais',
      summer: 'verão',
      autumn: 'outono',
      approximate: 'cerca',
      after: 'depois',
      range: 'até ao',
      lead: 'em',
      year: 'ano',
      century: 'século',
      present: 'hoje agora',
      undated: 'desconhecido desconhecida nenhum nenhuma',
      vague: 'dia dias noite manhã anos séculos',
    },
    months: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
  },
  polish: {
    words: {
      early: 'początek początku początkiem',
      mid: 'połowa połowie połowy',
      late: 'koniec końca końcu końcem',
      spring: 'wiosna wiosny',
      summer: 'lato latem',
      autumn: 'jesień jesieni jesienią',
      winter: 'zima zimy',
      approximate: 'około ok',
      before: 'przed',
      after: 'po',
      range: 'do',
      between: 'między pomiędzy',
      and: 'i',
      or: 'lub albo',
      lead: 'od w we',
      filler: 'roku rok r',
      century: 'wiek wieku',
      present: 'dziś dzisiaj teraz obecnie',
      undated: 'nieznany nieznana nieznane nigdy brak',
      vague: 'dzień dnia noc wieczór tydzień miesiąc lata wieki',
    },
    months:
      'styczeń stycznia|luty lutego|marzec marca|kwiecień kwietnia|maj maja|czerwiec czerwca|lipiec lipca|sierpień sierpnia|wrzesień września|październik października|listopad listopada|grudzień grudnia',
  },
};

interface DictionaryWord {
  readonly role: WordRole;
  /** In other languages than English, `UM` and `AB` are eras rather than words. */
  readonly isEnglish: boolean;
}

const WORDS = new Map<string, DictionaryWord>();
const MONTHS = new Map<string, number>();
const UNDATED = new Set(['', '~']);

for (const [name, { words, months }] of Object.entries(LANGUAGES)) {
  for (const [role, list] of Object.entries(words) as [WordRole | 'undated', string][])
    for (const word of list.split(' ')) {
      const folded = fold(word);
      if (role === 'undated') UNDATED.add(folded);
      else if (!WORDS.has(folded)) WORDS.set(folded, { role, isEnglish: name === 'english' });
    }
  for (const [index, list] of months.split('|').entries())
    for (const word of list.split(' ')) if (word !== '') MONTHS.set(fold(word), index);
}

/** `l'hiver`, `dell'anno`: an article that has lost its vowel. */
const ELIDED = /^(?:l|d|dell|nell|dall|all|sull)'(?=.)/;

/** What a folded word does in a date. */
export const wordOf = (folded: string): DictionaryWord | undefined =>
  WORDS.get(folded) ?? (folded.includes("'") ? WORDS.get(folded.replace(ELIDED, '')) : undefined);

/** The index of the month of our own calendar that a folded word names in another language than English. */
export const foreignMonth = (folded: string): number | undefined => MONTHS.get(folded);

/** Whether a whole text is a word for no date. */
export const isWordForUndated = (text: string): boolean => UNDATED.has(fold(text));

const SEASONS: ReadonlySet<string> = new Set(['spring', 'summer', 'autumn', 'fall', 'winter']);

export const isSeason = (role: WordRole): boolean => SEASONS.has(role);

const THIRDS = ['early', 'mid', 'late'] as const;

/** A third of a date. */
export type Third = (typeof THIRDS)[number];

export const thirdNamed = (role: string): Third | undefined => THIRDS.find((third) => third === role);
