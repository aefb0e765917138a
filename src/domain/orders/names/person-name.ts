import { personOfKey } from './key-name.ts';
import { digraphLetters, plainLetters, romanLetters } from './name-fold.ts';

/** Of letters that are cut off, as in O'Brien, in the forms that people and banks type. */
const apostrophes = "'’‘`´′\u055a\u05f3\u05f4\u02b9\u02bb-\u02bf\ua78c";
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

/** Within a word: as a character of its own it would be a space with an accent (U+00B4), or a letter (U+02BC). */
const apostropheInWord = new RegExp(`(?<=[\\p{L}\\p{M}])[${apostrophes}](?=\\p{L})`, 'gu');

/** In upper case, each accent a character of its own; null: it proves nothing. */
function readableName(name: string): string | null {
  const text = name
    .replace(apostropheInWord, '')
    .normalize('NFKD')
    // The iota below a Greek vowel is a letter of its own in upper case.
    .replace(/[\u0345\p{Cf}]/gu, '')
    .toUpperCase()
    // The middle dot of Catalan.
    .replace(/(?<=L)\u00b7(?=L)/gu, '');
  const shown = text.replace(/[\u0300-\u036f]/gu, '');
  return standIns.test(name) || isMasked(shown) || !/\p{L}/u.test(shown) ? null : text;
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(apostrophe, '')
    .replaceAll('.', '')
    .split(betweenWords)
    .filter((word) => word !== '')
    .sort();

/**
 * Compares two names, ignoring case, accents, dots, apostrophes, spaces and the order of the words; hyphens and commas are
 * spaces, and letters that are typed for one another are one (docs/reference/names.md). Words in Cyrillic and Greek are
 * compared with Latin ones by their spelling in passports. Part of a name is another name.
 *
 * A masked name ("J***n", "J••n") and one that lost a byte on its way (U+FFFD) prove nothing, and so does any with a
 * character that is no part of a name, without a letter, or with a word in two scripts. What joins words or encloses them
 * stays: Juan/Jose may be two people.
 */
export function isSamePerson(left: string, right: string): boolean {
  const [one, other] = [writingsOf(left), writingsOf(right)];
  if (one === null || other === null) return false;
  if (one.plain === other.plain || one.digraphs === other.digraphs) return true;
  // Within a script each letter counts: several of them have one spelling in Latin.
  if ((one.romans[0] === one.plain) === (other.romans[0] === other.plain)) return false;
  return one.romans.some((roman) => other.romans.includes(roman));
}

/** Its words, sorted, by each way to write them. */
interface Writings {
  plain: string;
  digraphs: string;
  /** In Latin, by each spelling. */
  romans: readonly string[];
}

function writingsOf(name: string): Writings | null {
  const text = readableName(name);
  if (text === null) return null;
  const inOrder = (letters: string): string => wordsOf(letters).join(' ');
  const plain = inOrder(plainLetters(text));
  if (plain === '') return null;
  return { plain, digraphs: inOrder(digraphLetters(text)), romans: romanLetters(text).map(inOrder) };
}

/**
 * Normalises an operator's own name: "Ana", " ana" and "ＡＮＡ" are one person. Accents count, since two people may differ
 * by them. Behind a plus stands a device of the same person. Returns '' for a blank name.
 */
export function personKey(name: string): string {
  return personOfKey(name.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
