import type { ExchangeClient } from '../client.ts';
import { ExchangeError } from '../exchange-error.ts';
import type { WireChatCredential } from '../table/schemas/chat-schema.ts';

interface CredentialsOptions {
  readonly client: ExchangeClient;
  /** Called with the last of too many refusals in a row. */
  readonly onRefused: (refusal: ExchangeError) => void;
  readonly signal: AbortSignal;
}

const maxRefusals = 5;
const refusalCodes: ReadonlySet<string> = new Set(['-1022', '-2008', '-2014', '-2015']);

/**
 * Fetches credentials for the socket (EP-33). A key may be refused while its permissions are being changed; several
 * refusals in a row mean that it is wrong, and waiting does not help. Other failures in between prove nothing about the
 * key.
 */
export class ChatCredentials {
  readonly #options: CredentialsOptions;
  #refusals = 0;

  constructor(options: CredentialsOptions) {
    this.#options = options;
  }

  /** Returns an unused credential; rejects with an ExchangeError. */
  async fresh(): Promise<WireChatCredential> {
    const { client, signal } = this.#options;
    try {
      const credential = await client.chat.retrieveChatCredential({ signal, priority: 'order' });
      this.#refusals = 0;
      return credential;
    } catch (error) {
      if (error instanceof ExchangeError && isRefusal(error)) this.#count(error);
      throw error;
    }
  }

  #count(refusal: ExchangeError): void {
    this.#refusals += 1;
    if (this.#refusals >= maxRefusals) this.#options.onRefused(refusal);
  }
}

const isRefusal = ({ code, httpStatus }: ExchangeError): boolean =>
  httpStatus === 401 || (code !== null && refusalCodes.has(code));
