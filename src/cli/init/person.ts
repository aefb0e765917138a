import { misuse } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';

/** What was typed without echo, and the file that keeps it. */
interface Secret {
  file: string;
  value: string;
}

/** Returns what is wrong with an answer; null: nothing. */
export type Check = (answer: string) => string | null;

const maxTries = 3;

/** The person at the terminal; without one every question has its usual answer. */
export class Person {
  readonly #context: CommandContext;
  readonly #asks: boolean;
  /** What was typed without echo, and the files in which it is kept. */
  readonly secrets: Secret[] = [];

  constructor(context: CommandContext, asks: boolean) {
    this.#context = context;
    this.#asks = asks;
  }

  /** Says something before the first question. */
  hear(line: string): void {
    if (this.#asks && this.#context.askPerson !== undefined) note(this.#context, line);
  }

  /** `usual` is what the empty answer means; null: it is none, and without a person the answer is empty. */
  async ask(question: string, usual: string | null, check: Check): Promise<string> {
    const { askPerson } = this.#context;
    if (!this.#asks || askPerson === undefined) return usual ?? '';
    const text = `${question}${usual === null || usual === '' ? '' : ` [${usual}]`}: `;
    const isUsual = (answer: string): boolean => answer === '' && usual !== null;
    const answer = await this.#answer(
      () => askPerson(text),
      (given) => (isUsual(given) ? null : given === '' ? 'is missing' : check(given)),
    );
    return isUsual(answer) ? (usual ?? '') : answer;
  }

  /** Asks whether something is to be done: usually yes. Without a person it is done only where an option says so. */
  async agrees(question: string, option: boolean): Promise<boolean> {
    if (option || !this.#asks || this.#context.askPerson === undefined) return option;
    return !/^n/i.test(await this.ask(`${question} (yes or no)`, 'yes', yesOrNo));
  }

  /** Asks for a secret and returns the file that will hold it. */
  async askSecret(what: string, file: string): Promise<string> {
    const { askSecret } = this.#context;
    if (!this.#asks || askSecret === undefined) return file;
    const text = `${what} (not shown; empty: you write ${file} yourself): `;
    const value = await this.#answer(() => askSecret(text), secretMistake);
    if (value !== '') this.secrets.push({ file, value });
    return file;
  }

  /** A wrong answer is said at once and asked for again: the others need not be typed twice. */
  async #answer(ask: () => Promise<string>, check: Check): Promise<string> {
    let mistake: string | null = null;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const answer = (await ask()).trim();
      mistake = check(answer);
      if (mistake === null) return answer;
      note(this.#context, `that ${mistake}`);
    }
    throw misuse(`nothing was written, because of an answer that ${mistake ?? 'is wrong'}`);
  }
}

const yesOrNo: Check = (answer) => (/^(?:y|yes|n|no)$/i.test(answer) ? null : 'must be yes or no');

/** Neither a header nor a signature carries it. */
const secretMistake = (secret: string): string | null =>
  /^[\x21-\x7e]*$/.test(secret) ? null : 'has a blank or a letter that no key has: copy it again';
