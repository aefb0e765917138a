/** What is said of a call that failed: the sentence first, and the codes behind. */
interface FailedCall {
  readonly category: string;
  /** The service's own code. */
  readonly answer: string | null;
  readonly message: string;
}

/** Returns "Invalid API-key (NON_RETRIABLE_BUSINESS -2015)". */
export function failedText({ category, answer, message }: FailedCall): string {
  const codes = answer === null ? `(${category})` : `(${category} ${answer})`;
  return message === '' ? codes : `${message} ${codes}`;
}
