/** Where a register in PostgreSQL is: its address has a password, which no message shows. */
import { DatabaseError } from 'pg';
import { RegisterSilent } from '../register.ts';

/** Classes of SQLSTATE that mean a fault of this program; every other one is a fault of server, network or rights. */
const ownFaults: readonly string[] = ['21', '22', '23', '42'];
const rightsMissing = '42501';

/** The address of a register, and how it is named to people. */
export class PostgresAddress {
  readonly #url: string;
  readonly #name: string;
  readonly #secrets: readonly string[];

  /** Throws RegisterSilent where the address is none. */
  constructor(url: string) {
    const address = URL.parse(url);
    if (address === null || !/^postgres(ql)?:$/.test(address.protocol))
      throw new RegisterSilent({ code: 'odd-address' });
    const { hostname, port, pathname, password, searchParams } = address;
    this.#url = url;
    this.#name = `${searchParams.get('host') ?? hostname}:${port === '' ? 5432 : port}${pathname}`;
    const passwords = [password, decoded(password), searchParams.get('password') ?? ''];
    this.#secrets = [url, ...passwords].filter((secret) => secret !== '');
  }

  /** The address with its password, for the driver alone. */
  get url(): string {
    return this.#url;
  }

  /** Returns that the register here cannot be used, and why. */
  silence(reason: string): RegisterSilent {
    return new RegisterSilent({ code: 'unusable', kind: 'postgres', at: this.#name, reason: this.#hidden(reason) });
  }

  /** Returns what a statement has failed with: a fault of this program as an error, all else as silence. */
  failure(error: unknown): Error {
    if (error instanceof RegisterSilent) return error;
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof DatabaseError ? (error.code ?? '') : '';
    // A new error: the driver's own has the details of a connection.
    if (code !== rightsMissing && ownFaults.includes(code.slice(0, 2))) return new Error(this.#hidden(message));
    return this.silence(message === '' ? 'no answer' : message);
  }

  #hidden(text: string): string {
    return this.#secrets.reduce((all, secret) => all.replaceAll(secret, '***'), text);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
