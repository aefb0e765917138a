import type { ServedAccount } from '../../config/egress-config.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { AccountLook, CalledAccount } from '../../client/controls/lead-keys.ts';
import { GroupMarkets } from '../../market/group-markets.ts';
import { lookAgain } from '../../client/controls/look-again.ts';
import { keyFingerprint } from '../../exchange/key-fingerprint.ts';
import { sleep } from '../lead/stoppable.ts';
import { SharedKey } from '../lead/shared-key.ts';
import type { LinkedAccount } from '../egress/egress-breakers.ts';
import { AccountWork, sharesOf } from '../dispatch/account-work.ts';
import type { Register } from '../../register/register.ts';
import { keepNoticesStarted } from '../notices/run-notices.ts';
import { openAccount, type AccountRuntime, type AccountSurroundings } from './account-runtime.ts';
import { askService } from './ask-service.ts';
import { beginRegister } from './begin-register.ts';
import { keysRefused } from './key-watch.ts';
import { refuseUnsafeLive, type LiveSafety } from './live-safety.ts';
import type { AccountPeople } from '../window/account-window.ts';

/** What made an account unsafe may have been a service or a server that was away. */
const lookAgainMs = 300_000;
const drainMs = 30_000;

interface Served {
  runtime: AccountRuntime;
  /** Aborts when the account is dropped. */
  over: AbortController;
  leaveEgress: () => void;
  /** Null: this process does not lead. */
  work: AccountWork | null;
  /** Settles when what it began in earlier terms has ended, or could be waited for no longer. */
  drained: Promise<unknown>;
  /** What people look at, of the last term; null: it has not begun one. */
  people: AccountPeople | null;
  /** Why it may not be served; null: it may, as far as is known. */
  refusal: string | null;
}

interface AccountsOptions extends AccountSurroundings, Omit<LiveSafety, 'client'> {
  /** The register that all accounts share. */
  register: Register;
  /** Whether this process leads. */
  isLeading: () => boolean;
  /** Aborts when the process ends. */
  signal: AbortSignal;
  /** Called with each account that is served from now on, until the signal aborts. */
  onServed: (runtime: AccountRuntime, signal: AbortSignal) => void;
  /** How it waits until an account that was refused is looked at again; absent: as long as it says. */
  pause?: typeof sleep;
}

/** An account that this process may not serve, and why. */
export interface RefusedAccount {
  account: string;
  why: string;
}

/**
 * The accounts of a process. Each may come and go while the others go on: it has a client, a gate, a budget and a share
 * of the work of its own, and shares with them the address.
 */
export class Accounts {
  readonly #options: AccountsOptions;
  readonly #served = new Map<string, Served>();
  /** What is being changed, by account: two changes of one follow each other. */
  readonly #changes = new Map<string, Promise<void>>();
  /** Ends with the lead of this process; null: it does not lead. */
  #term: AbortSignal | null = null;
  /** What the accounts know of the markets in this term, by service. */
  readonly #markets = new Map<string, GroupMarkets>();
  #join: (account: LinkedAccount) => () => void = () => () => undefined;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Returns the accounts that are served now. */
  all(): readonly AccountRuntime[] {
    return [...this.#served.values()].map(({ runtime }) => runtime);
  }

  /** Returns what a process that leads says with each heartbeat: which accounts it calls for. */
  called(): readonly CalledAccount[] {
    return [...this.#served.values()].filter(({ refusal }) => refusal === null).map(({ runtime }) => calledBy(runtime));
  }

  /** Returns the accounts that this process calls nothing for. */
  refused(): readonly RefusedAccount[] {
    return [...this.#served].flatMap(([account, { refusal, runtime }]) => {
      const why = refusal ?? (runtime.exchange.gate.hasRefusedKeys() ? keysRefused : null);
      return why === null ? [] : [{ account, why }];
    });
  }

  /** Returns when each was looked at last, for a watchdog elsewhere. */
  looks(): readonly AccountLook[] {
    return this.all().map(({ config, metrics }) => ({ account: config.account, ...metrics.looks.last() }));
  }

  settings(): readonly DeskSettings[] {
    return this.all().map(({ config }) => config.settings);
  }

  /** Returns the place of an account; null when it is not served, or this process does not lead. */
  workOf(account: string): AccountWork | null {
    return this.#served.get(account)?.work ?? null;
  }

  /** Returns what people look at of an account; null: nothing is called for it here. */
  peopleOf(account: string): AccountPeople | null {
    return this.#options.isLeading() ? (this.#served.get(account)?.people ?? null) : null;
  }

  /** The accounts' breakers, for the link with the egress; `join` connects those that come later. */
  linkBy(join: (account: LinkedAccount) => () => void): void {
    this.#join = join;
    for (const served of this.#served.values()) served.leaveEgress = join(linkedAccount(served.runtime));
  }

  /**
   * Serves an account from now on. One that is served already is dropped first: its keys or rules have changed. Rejects
   * when it may not be served here; then nothing is called for it, and it is looked at again later.
   */
  async serve(config: ServedAccount): Promise<void> {
    await this.#inTurn(config.account, async () => {
      const wasServed = this.#served.has(config.account);
      await this.#drop(config.account);
      const over = new AbortController();
      const signal = AbortSignal.any([over.signal, this.#options.signal]);
      const runtime = openAccount(config, this.#options, signal);
      const leaveEgress = this.#join(linkedAccount(runtime));
      const drained = Promise.resolve();
      const served: Served = { runtime, over, leaveEgress, work: null, drained, people: null, refusal: null };
      this.#served.set(config.account, served);
      this.#options.onServed(runtime, signal);
      if (this.#term === null) return;
      await this.#begin(served, this.#term);
      // What waits for a key that was put right must not wait for its own next look.
      if (wasServed) await lookAgain(this.#options.client, config.account).catch(ignore);
    });
  }

  /**
   * Serves an account no more: nothing of it begins from now on, its watches end, and its money calls that have left are
   * waited for. An account that is not served is no error.
   */
  drop(account: string): Promise<void> {
    return this.#inTurn(account, () => this.#drop(account));
  }

  /**
   * Lets the accounts call the service while the term lasts. Returns when each has been asked who it serves. One that may
   * not be served leaves the others alone; rejects when none may.
   */
  async beginTerm(over: AbortSignal): Promise<void> {
    this.#term = over;
    // What an earlier term knew is out of date.
    this.#markets.clear();
    over.addEventListener('abort', () => this.#endTerm(over), { once: true });
    const begun = await Promise.allSettled([...this.#served.values()].map((served) => this.#begin(served, over)));
    const failures = begun.filter((one) => one.status === 'rejected');
    if (failures.length === begun.length && failures[0] !== undefined) throw failures[0].reason;
  }

  /** Closes all of them. Never rejects. */
  async close(): Promise<void> {
    await Promise.all([...this.#served.values()].map(({ runtime }) => runtime.close()));
  }

  #endTerm(over: AbortSignal): void {
    if (this.#term !== over) return;
    this.#term = null;
    for (const served of this.#served.values()) {
      const { work } = served;
      served.work = null;
      // Each call has a limit of its own; one that outlasts it keeps an account from its next term no longer than this.
      if (work === null) continue;
      served.drained = Promise.race([Promise.all([served.drained, work.drain()]), sleep(drainMs)]);
    }
  }

  async #begin(served: Served, term: AbortSignal): Promise<void> {
    const { runtime, over } = served;
    const refused = new AbortController();
    const ending = AbortSignal.any([term, over.signal, this.#options.signal]);
    const working = AbortSignal.any([ending, refused.signal]);
    const { client } = this.#options;
    const sharedKey = new SharedKey({ client, own: calledBy(runtime), logger: runtime.logger });
    const known = askService(runtime, working)
      .then(() => runtime.areKeysRefused())
      .then(() => refuseUnsafeLive(runtime, this.#options))
      .then(() => sharedKey.look());
    void sharedKey.keepLooking(working);
    // What an earlier term has begun goes by what that one knew: it is over before anything of this one begins.
    const admitted = Promise.allSettled([known, served.drained]).then(([{ status }]) => status === 'fulfilled');
    const { activities, people } = runtime.begin({
      stopping: working,
      ...beginRegister(runtime, this.#options, { working, admitted: known }),
      sharedWith: () => sharedKey.others(),
      markets: this.#marketsOf(runtime, working),
    });
    const shares = sharesOf(runtime.config.settings);
    served.work = new AccountWork(activities, { shares, admitted, clock: () => performance.now() });
    void keepNoticesStarted({ config: runtime.config, client, logger: runtime.logger, signal: working });
    try {
      await known;
      served.refusal = null;
      served.people = people;
    } catch (error) {
      refused.abort();
      if (ending.aborted) throw error;
      served.refusal = error instanceof Error ? error.message : String(error);
      runtime.logger.error({ event: 'refused' }, `this account is not served: ${served.refusal}`);
      void this.#lookAgain(served, { term, ending });
      throw error;
    }
  }

  /** What was refused may be safe by now. The process may have begun to end meanwhile. */
  async #lookAgain(served: Served, { term, ending }: { term: AbortSignal; ending: AbortSignal }): Promise<void> {
    const { pause = sleep } = this.#options;
    await pause(lookAgainMs, ending);
    if (ending.aborted) return;
    const { account } = served.runtime.config;
    // Its refusal has been said, and the next look is under way.
    await this.#inTurn(account, () => (ending.aborted ? Promise.resolve() : this.#begin(served, term))).catch(ignore);
  }

  /** Accounts of one service look at the same markets. */
  #marketsOf({ config }: AccountRuntime, ending: AbortSignal): GroupMarkets {
    const service = new URL(config.baseUrl).origin;
    const markets = this.#markets.get(service) ?? new GroupMarkets({ clock: Date });
    this.#markets.set(service, markets);
    ending.addEventListener('abort', () => markets.leave(config.account), { once: true });
    return markets;
  }

  async #drop(account: string): Promise<void> {
    const served = this.#served.get(account);
    if (served === undefined) return;
    this.#served.delete(account);
    served.over.abort();
    await Promise.all([served.work?.close(), served.drained]);
    served.leaveEgress();
    await served.runtime.close();
  }

  #inTurn(account: string, change: () => Promise<void>): Promise<void> {
    const before = this.#changes.get(account) ?? Promise.resolve();
    const changed = before.then(change, change);
    this.#changes.set(account, changed);
    return changed;
  }
}

const ignore = (): void => undefined;

const calledBy = ({ config }: AccountRuntime): CalledAccount => ({
  account: config.account,
  key: keyFingerprint(config.baseUrl, config.credentials.apiKey),
});

function linkedAccount({ exchange, config }: AccountRuntime): LinkedAccount {
  return { gate: exchange.gate, account: config.account, service: new URL(config.baseUrl).host };
}
