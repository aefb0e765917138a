import type { Intent, ReportLine } from '../../activities/dependencies.ts';
import type { Courier } from '../../activities/notices/notice-activities.ts';
import type { Mode } from '../../domain/mode.ts';
import type { Channel } from '../../domain/notices/reported-needs.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { Unseen } from '../../domain/watchdog/dead-man.ts';
import type { DeskReport, WatchdogMemory } from '../../domain/watchdog/watchdog-state.ts';
import type { Marketplace } from '../../marketplace/marketplace.ts';

/** What the process that leads says of itself; it does not know which ads are to be priced. */
export type LeaderReport = Omit<DeskReport, 'ads'>;

/** Where the state of an account's watchdog lies. */
export interface WatchdogKeeper {
  /** Returns what an earlier process kept; null: nothing, or nothing that can be read. */
  read(): WatchdogMemory | null;
  /** Never throws: what could not be kept is said, and the process goes on. */
  keep(memory: WatchdogMemory): void;
}

/** The kill switch of the ads, as a watchdog engages it. */
export interface Mark {
  readonly atMs: number;
  readonly reason: string;
}

/** The register of this machine. Each method rejects where it does not answer. */
export interface MarkedRegister {
  engage(mark: Mark): Promise<void>;
  isEngaged(): Promise<boolean>;
}

/** What the watchdog of an account needs; nothing of it comes from a workflow of the desk. */
export interface WatchdogDependencies {
  account: string;
  marketplace: Marketplace;
  settings: DeskSettings;
  /** Asks Temporal. Never rejects. */
  readDesk: () => Promise<DeskReport | Unseen>;
  /** Asks the process of this machine that leads; null: none answers. Never rejects. */
  leaderHere: () => Promise<LeaderReport | null>;
  keeper: WatchdogKeeper;
  /** Null: this machine has none of the account. */
  register: () => MarkedRegister | null;
  /** Engages the switch at the guard, which outlives everything. Rejects when Temporal does not answer. */
  engageSwitch: (reason: string) => Promise<void>;
  /** Whether the switch is open at the guard; null: no worker of the desk answers. */
  isSwitchOpen: () => Promise<boolean | null>;
  /** Rejects with the reason why this process may not write at the account's service; `isSilent`: Temporal cannot be asked. */
  admit: (isSilent: boolean) => Promise<void>;
  /** By the mode alone: an ad that its worker holds in shadow leaves the market, too, when its workflow writes. */
  isIntentOnly: (mode: Mode) => boolean;
  /** Obeys a ban, until a later one is known. */
  obeyBan: (untilMs: number) => void;
  /** True: a ban of the desk's address is not one of this process. */
  hasOwnAddress: boolean;
  couriers: Partial<Record<Channel, Courier>>;
  clock: { now(): number; elapsed(): number };
  /** Waits. Rejects with StoppedEarly when the process stops. */
  pause: (ms: number) => Promise<void>;
  onIntent: (intent: Intent) => void;
  report: (line: ReportLine) => void;
  stopping: AbortSignal;
}
