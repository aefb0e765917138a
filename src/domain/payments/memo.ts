/** Reports whether a memo has the number of an order in it, within no longer number. */
export function hasOrderNumber(memo: string, orderNumber: string): boolean {
  return memo.split(/[^\p{L}\p{N}]+/u).some((word) => word === orderNumber || bareNumber(word) === orderNumber);
}

/** A bank glues letters of its own to a number. */
const bareNumber = (word: string): string => word.replace(/^\p{L}+|\p{L}+$/gu, '');
