import { meansMethod, type ListedMethod } from './listed-terms.ts';

/** The methods of an ad as the service takes them, or why they cannot be found. */
type MethodChoice =
  | { readonly kind: 'found'; readonly methods: readonly ListedMethod[] }
  | { readonly kind: 'missing'; readonly why: string };

/**
 * Returns the payment methods that are meant, out of those of the account (a seller's, interface 4.4, EP-36 and 37) or
 * of the marketplace (a buyer's, EP-38). A word that means none or several of them chooses nothing.
 */
export function chooseMethods(written: readonly string[], known: readonly ListedMethod[]): MethodChoice {
  const chosen = written.map((word) => ({ word, found: known.filter((method) => meansMethod(word, method)) }));
  const problem = chosen.find(({ found }) => found.length !== 1);
  if (problem !== undefined) return { kind: 'missing', why: problemText(problem.word, problem.found, known) };
  return { kind: 'found', methods: [...new Set(chosen.flatMap(({ found }) => found))] };
}

function problemText(word: string, found: readonly ListedMethod[], known: readonly ListedMethod[]): string {
  if (found.length > 1) {
    const ids = found.map(({ payId, identifier }) => payId || identifier).join(' or ');
    return `payment method ${word} is one of several: write its id, ${ids}`;
  }
  const names = known.slice(0, shownMethods).map(({ identifier, name }) => identifier || name);
  const list = names.length === 0 ? 'there is none' : `there are ${names.join(', ')}`;
  return `payment method ${word} is not known: ${list}`;
}

const shownMethods = 20;
