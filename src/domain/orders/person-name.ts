/** Of letters that are cut off, as in O'Brien, in the forms that people and banks type. */
const apostrophes = "'’‘`´′\u055a\u05f3\u05f4";
/** Between the words of a name: in Japanese, Tibetan and Ethiopic there is no space. */
const separators = ',\u060c\u3001\u30fb\u0f0b\u1361';
const apostrophe = new RegExp(`[${apostrophes}]`, 'gu');
const betweenWords = new RegExp(`[\\s\\p{Pd}${separators}]+`, 'u');

/** What no name is made of; a dot only follows a letter that it shortens. */
const strange = new RegExp(`[^\\p{L}\\p{M}\\p{Pd}\\s.${apostrophes}${separators}]|(?<![\\p{L}\\p{M}])\\.`, 'u');
/** Letters that look like a cross or a circle, in Latin, Greek and Cyrillic. */
const [crosses, circles] = ['X\u03a7\u0425', 'O\u039f\u041e'];
/** What masks a name although names are made of it: it stands there more than once, or is a word of crosses. */
const repeated = new RegExp(`([^\\p{L}\\p{M}]|\\p{Lm})\\1|[${crosses}]{3}|[${circles}]{3}`, 'u');
const wordOfCrosses = new RegExp(`(?<![\\p{L}\\p{M}])[${crosses}]{2,}(?![\\p{L}\\p{M}])`, 'u');
/**
 * Letters of Korean that stand alone, as in 김ㅇㅇ, or are blank, the Chinese word for someone, and several characters in a
 * row that no one sees: one may have got in between.
 */
const standIns = /[\u115f\u1160\u3131-\u318e\uffa0-\uffdc\u67d0]|\p{Cf}{2}/u;
/** A word is written in one of these scripts: a letter of another one stands for what is hidden. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u,
];

/** Strange, and yet no mask, for words stand on both sides of it: A/B, Gil & Sons. */
const joint = /(?<=[\p{L}\p{M}]\.?\s?)[/&](?=\s?\p{L})/gu;
/** Or within it: Jose (Pepe), "Casa". */
const enclosed = /(?<!\S)(?:\(([^()]*[\p{L}\p{M}]{2}[^()]*)\)|"([^"]*[\p{L}\p{M}]{2}[^"]*)")(?!\S)/gu;
/** Or it is a number: a mask repeats one digit. */
const number = /(?<!\S)(?=(\d)\d*(?!\1)\d)\d+(?!\S)/gu;

/** Whether some of its letters may be hidden, by whatever stands for them. */
function isMasked(text: string): boolean {
  const rest = text.replace(joint, '').replace(enclosed, '$1$2').replace(number, '');
  if (strange.test(rest) || wordOfCrosses.test(rest) || repeated.test(rest.replace(/\s/gu, ''))) return true;
  return rest.split(/[^\p{L}\p{M}]+/u).some((word) => scripts.filter((script) => script.test(word)).length > 1);
}

/**
 * Returns the words of a name that must agree, sorted: upper case, no accents, no dots or apostrophes, hyphens and
 * commas as spaces. Removes only the accents of Latin, Greek and Cyrillic letters (U+0300 to U+036F): the marks of
 * Indic, Arabic and other scripts are letters. A masked name ("J***n", "J••n") and one that lost a byte on its way
 * (U+FFFD) yield no words: they prove nothing, and so does any with a character that is no part of a name, without a
 * letter, or with a word in two scripts. What joins
 * words or encloses them stays: Juan/Jose may be two people.
 */
export function nameWords(name: string): readonly string[] {
  const text = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .toUpperCase()
    // The middle dot of Catalan.
    .replace(/(?<=L)\u00b7(?=L)/gu, '');
  if (standIns.test(name) || isMasked(text) || !/\p{L}/u.test(text)) return [];
  return text
    .replace(apostrophe, '')
    .replaceAll('.', '')
    .split(betweenWords)
    .filter((word) => word !== '')
    .sort();
}

/** Compares two names, ignoring case, accents, spaces and the order of the words. */
export function isSamePerson(left: string, right: string): boolean {
  const words = nameWords(left);
  return words.length > 0 && words.join(' ') === nameWords(right).join(' ');
}

/**
 * Normalises an operator's own name: "Ana", " ana" and "ＡＮＡ" are one person. Accents count, since two people may differ
 * by them. Returns '' for a blank name.
 */
export function personKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
