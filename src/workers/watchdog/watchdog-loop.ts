import {
  afterEvent,
  newWatchdog,
  type ActNotice,
  type WatchdogEvent,
  type WatchdogMemory,
  type WatchdogState,
} from '../../domain/watchdog/watchdog-state.ts';
import { knownFact } from '../../domain/notices/need-fact.ts';
import { hindrance } from '../../words/account-words.ts';
import { StoppedEarly } from '../lead/stoppable.ts';
import { sendDirectly } from '../notices/direct-message.ts';
import { DeskSights } from './desk-sights.ts';
import { judgeAct } from './judge-act.ts';
import { BlindReporter } from './report-blind.ts';
import { isOwedOpen, payMark, type Paid } from './switch-mark.ts';
import { takeAllOffline } from './take-all-offline.ts';
import { watchLooks } from './watch-looks.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

const restMs = 5_000;
/** Such a wait is not waited through: a ban may be lifted, and the desk may look again. */
const longestWaitMs = 60_000;
/** A guard that has just been woken answers what it has taken in, so one answer could be too early. */
const answersInARow = 2;

type Of<Kind> = Extract<WatchdogState, { kind: Kind }>;

/**
 * The dead-man switch of an account (ADR 0034): when for a time no market was looked at, or Temporal did not answer, it
 * engages the kill switch of the ads, takes them offline, notifies a person, and waits until someone opens the switch.
 */
export class WatchdogLoop {
  readonly #deps: WatchdogDependencies;
  readonly #sights: DeskSights;
  readonly #blind: BlindReporter;
  #memory: WatchdogMemory;
  /** Aborts when another message takes the place of the one that is being sent. */
  #telling = new AbortController();

  constructor(deps: WatchdogDependencies) {
    this.#deps = deps;
    this.#memory = deps.keeper.read() ?? newWatchdog;
    this.#sights = new DeskSights(deps, this.#memory.sight);
    this.#blind = new BlindReporter(deps);
  }

  /** Runs until the process stops. Never rejects. */
  async run(): Promise<void> {
    this.#tell(this.#memory.notice);
    while (!this.#deps.stopping.aborted) await this.#step().catch((error: unknown) => this.#rest(error));
  }

  /** Returns ok while it does its work, else what keeps it from it. */
  standing(): string {
    const hindered = hindrance(this.#memory.state);
    if (hindered !== null) return hindered;
    if (this.#memory.state.kind !== 'watching') return 'ok';
    const { last, known } = this.#sights;
    if (last === 'unread') return 'cannot judge: Temporal answers nothing that it can use; its log says what';
    if (last === 'silent' && known === null) return 'cannot judge: Temporal does not answer';
    return this.#blind.isBlind ? 'cannot judge: it has seen neither a look nor a desk without work' : 'ok';
  }

  #step(): Promise<void> {
    const { state } = this.#memory;
    switch (state.kind) {
      case 'watching':
        return this.#watch();
      case 'prevented':
        return this.#judge(state);
      case 'acting':
        return this.#act(state);
      case 'acted':
        return this.#waitForPerson();
    }
  }

  async #watch(): Promise<void> {
    const onSight = (): void => this.#seen();
    const { lookedAtMs } = await watchLooks(this.#deps, { sights: this.#sights, blind: this.#blind, onSight });
    await this.#judge({ lookedAtMs, banUntilMs: null });
  }

  /** Asks once more, and notes the act before anything of it is done: a process that dies in it goes on with it. */
  async #judge(doubt: Pick<Of<'prevented'>, 'lookedAtMs' | 'banUntilMs'>): Promise<void> {
    const { lookedAtMs } = doubt;
    const verdict = await judgeAct(this.#deps, this.#sights, doubt);
    switch (verdict.kind) {
      case 'act':
        return this.#move({ kind: 'act', lookedAtMs, adNumbers: verdict.adNumbers });
      case 'prevented':
        this.#move({ ...verdict, lookedAtMs });
        return this.#deps.pause(Math.min(longestWaitMs, verdict.retryMs));
      default:
        // A look that the stop has cut off shows nothing: the next process goes on from what is kept.
        if (!this.#deps.stopping.aborted) this.#move({ kind: 'over', isByPerson: false });
    }
  }

  async #act({ taken, banUntilMs }: Of<'acting'>): Promise<void> {
    if (!(await this.#isMarked())) return;
    const isSwitchOpen = (): Promise<boolean | null> => this.#isOpen();
    const outcome = await takeAllOffline({ ...this.#deps, isSwitchOpen }, { adNumbers: taken, banUntilMs });
    if (outcome.kind === 'reopened') return this.#move({ kind: 'over', isByPerson: true });
    const { retryMs, ...tried } = outcome;
    this.#move({ ...tried, kind: 'tried' });
    if (outcome.why !== null) await this.#deps.pause(Math.min(longestWaitMs, retryMs));
  }

  /** Nothing comes back by itself: the watch begins again when a person has opened the switch. */
  async #waitForPerson(): Promise<void> {
    const { settings, pause } = this.#deps;
    for (let open = 0; ;) {
      if (!(await this.#isMarked())) return;
      open = (await this.#isOpen()) === true ? open + 1 : 0;
      if (open >= answersInARow) return this.#move({ kind: 'over', isByPerson: true });
      await pause(Math.min(restMs, settings.watchdogMs / 10));
    }
  }

  /** Pays what is owed of the switch. False: it is not to be engaged, and the watch begins again. */
  async #isMarked(): Promise<boolean> {
    const { owed } = this.#memory;
    const paid: Paid = owed === null ? { kind: 'engaged', owed } : await payMark(this.#deps, this.#sights, owed);
    if (paid.kind === 'looks-again' || paid.kind === 'lifted') {
      this.#move({ kind: 'over', isByPerson: paid.kind === 'lifted' });
      return false;
    }
    this.#remember({ owed: paid.owed });
    return true;
  }

  #isOpen(): Promise<boolean | null> {
    const { owed } = this.#memory;
    return owed === null ? this.#deps.isSwitchOpen() : isOwedOpen(this.#deps, owed);
  }

  #move(event: WatchdogEvent): void {
    const { clock, report } = this.#deps;
    const before = this.#memory;
    this.#remember(afterEvent(before, event, clock.now()));
    const { state, notice } = this.#memory;
    if (notice !== before.notice) this.#tell(notice);
    if (state.kind === before.state.kind) return;
    const level = state.kind === 'watching' ? 'info' : 'warn';
    const why = hindrance(state);
    report({ event: 'watchdog', level, mode: null, message: why === null ? state.kind : `${state.kind}: ${why}` });
  }

  #seen(): void {
    const { known: sight } = this.#sights;
    if (JSON.stringify(sight) !== JSON.stringify(this.#memory.sight)) this.#remember({ sight });
  }

  /** Sends a notice in the background, in place of the one before: the process that reports everything else may be gone. */
  #tell(notice: ActNotice | null): void {
    this.#telling.abort();
    this.#telling = new AbortController();
    // A pause that ends with the process leaves the rest to the next one.
    if (notice !== null) void this.#send(notice, this.#telling.signal).catch(() => undefined);
  }

  /** What is still to be sent is kept after each way. Its words are fixed: only numbers and moments come from the state. */
  async #send(notice: ActNotice, over: AbortSignal): Promise<void> {
    const { kind: outcome, ads, lookedAtMs, sinceMs, told: before } = notice;
    const fact = knownFact({ code: 'watchdog', outcome, ads, lookedAtMs });
    const message = { account: this.#deps.account, type: 'watchdog', fact, sinceMs, told: before } as const;
    await sendDirectly(this.#deps, message, {
      over,
      onReported: (told) => this.#remember({ notice: { ...notice, told } }),
    });
    if (!over.aborted) this.#remember({ notice: null });
  }

  #remember(part: Partial<WatchdogMemory>): void {
    this.#memory = { ...this.#memory, ...part };
    this.#deps.keeper.keep(this.#memory);
  }

  /** What was not foreseen is said, and tried again: a watchdog that ends watches nothing. */
  async #rest(error: unknown): Promise<void> {
    if (error instanceof StoppedEarly) return;
    this.#deps.report({ event: 'watchdog', level: 'error', mode: null, message: String(error) });
    await this.#deps.pause(restMs).catch(() => undefined);
  }
}
