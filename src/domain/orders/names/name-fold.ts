/**
 * How names are written in other letters (docs/reference/names.md). Of each letter one spelling, as passports have it
 * (ICAO Doc 9303, part 3, section 6); a second one only where banks of its countries write both. Keys are in upper case.
 */

/** Letters of Latin that are no letter with an accent, and the Latin letters for them. */
export const latinLetters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ð: 'D',
  Đ: 'D',
  Ɖ: 'D',
  Þ: 'TH',
  ẞ: 'SS',
  Ł: 'L',
  Ħ: 'H',
  Ŋ: 'N',
  Ŧ: 'T',
  Ə: 'A',
  Ɓ: 'B',
  Ɗ: 'D',
  Ɛ: 'E',
  Ƒ: 'F',
  Ɣ: 'G',
  Ƙ: 'K',
  Ɔ: 'O',
  Ʋ: 'V',
  Ƴ: 'Y',
};

/** Letters of Latin that two letters stand for as often as one without its accent. */
export const latinDigraphs: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Å: 'AA',
  Ø: 'OE',
  Đ: 'DJ',
};

/** Letters of Cyrillic; those with an accent are written as without it. */
export const cyrillicLetters: Readonly<Record<string, string>> = {
  А: 'A',
  Б: 'B',
  В: 'V',
  Г: 'G',
  Ґ: 'G',
  Ғ: 'G',
  Д: 'D',
  Ђ: 'D',
  Е: 'E',
  Є: 'IE',
  Ә: 'A',
  Ж: 'ZH',
  З: 'Z',
  Ѕ: 'DZ',
  И: 'I',
  І: 'I',
  Ј: 'J',
  К: 'K',
  Қ: 'K',
  Л: 'L',
  Љ: 'LJ',
  М: 'M',
  Н: 'N',
  Ң: 'N',
  Њ: 'NJ',
  О: 'O',
  Ө: 'O',
  П: 'P',
  Р: 'R',
  С: 'S',
  Т: 'T',
  Ћ: 'C',
  У: 'U',
  Ү: 'U',
  Ұ: 'U',
  Ф: 'F',
  Х: 'KH',
  Һ: 'H',
  Ц: 'TS',
  Ч: 'CH',
  Џ: 'DZ',
  Ш: 'SH',
  Щ: 'SHCH',
  Ъ: 'IE',
  Ы: 'Y',
  Ь: '',
  Э: 'E',
  Ю: 'IU',
  Я: 'IA',
};

/** What Ukraine writes otherwise (its resolution 55 of 2010, which ICAO follows). */
export const ukrainianLetters: Readonly<Record<string, string>> = { Г: 'H', И: 'Y' };
/** The same at the beginning of a word. */
export const ukrainianFirstLetters: Readonly<Record<string, string>> = {
  Є: 'YE',
  Ї: 'YI',
  Й: 'Y',
  Ю: 'YU',
  Я: 'YA',
};

/** Pairs of Greek letters before single ones, as ELOT 743 and ICAO write them. */
export const greekLetters: Readonly<Record<string, string>> = {
  ΟΥ: 'OU',
  ΓΓ: 'NG',
  ΓΞ: 'NX',
  ΓΧ: 'NCH',
  Α: 'A',
  Β: 'V',
  Γ: 'G',
  Δ: 'D',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'I',
  Θ: 'TH',
  Ι: 'I',
  Κ: 'K',
  Λ: 'L',
  Μ: 'M',
  Ν: 'N',
  Ξ: 'X',
  Ο: 'O',
  Π: 'P',
  Ρ: 'R',
  Σ: 'S',
  Τ: 'T',
  Υ: 'Y',
  Φ: 'F',
  Χ: 'CH',
  Ψ: 'PS',
  Ω: 'O',
};

/** Letters of Arabic and Hebrew that people type for one another. */
export const semiticLetters: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};

/** Signs of vowels and of length in Arabic and Hebrew, hamza on its carrier among them: few people type them. */
const semiticMarks = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/gu;
/** Accents of Latin, Greek and Cyrillic. The marks of Indic and other scripts are letters. */
const accents = /[\u0300-\u036f]/gu;

/** Greek vowels with upsilon: V before a vowel or a voiced letter, else F. */
const greekDiphthong = /([ΑΕΗ])Υ(?=([ΑΒΓΔΕΖΗΙΛΜΝΟΡΩ])?)/gu;

/** Takes an upper-case text in NFKD, and returns it without what people leave out when they type it in the same script. */
export function plainLetters(text: string): string {
  return inLetters(text.replace(accents, '').replace(semiticMarks, ''), { ...latinLetters, ...semiticLetters });
}

/** The same with the two letters that stand for one with an accent. */
export function digraphLetters(text: string): string {
  return plainLetters(inLetters(text.normalize('NFC'), latinDigraphs).normalize('NFKD'));
}

/**
 * Takes an upper-case text in NFKD, and returns plain letters with those of Cyrillic and Greek in Latin: as most passports
 * have them, and as Ukrainian ones.
 */
export function romanLetters(text: string): readonly [string, string] {
  const composed = text.normalize('NFC');
  const ukrainian = inLetters(shortI(composed.replace(firstLetter, atWordStart)), ukrainianLetters);
  return [inRoman(shortI(composed)), inRoman(ukrainian)];
}

/** Й is no И with an accent here. */
const shortI = (text: string): string => text.replaceAll('Й', 'І');

function inRoman(text: string): string {
  const plain = plainLetters(text.normalize('NFKD'))
    .replace(greekDiphthong, (_, vowel: string, voiced?: string) => `${vowel}${voiced === undefined ? 'F' : 'V'}`)
    .replace(/(?<!\p{L})ΜΠ/gu, 'B');
  return inLetters(plain, romanTable);
}

const romanTable = { ...greekLetters, ...cyrillicLetters };
const firstLetter = /(?<!\p{L})\p{L}/gu;
const atWordStart = (letter: string): string => ukrainianFirstLetters[letter] ?? letter;

const pairs = Object.keys(greekLetters).filter((letters) => letters.length === 2);
const letterOrPair = new RegExp(`${pairs.join('|')}|\\p{L}`, 'gu');

const inLetters = (text: string, table: Readonly<Record<string, string>>): string =>
  text.replace(letterOrPair, (letters) => table[letters] ?? letters);
