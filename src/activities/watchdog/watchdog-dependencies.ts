import type { Mode } from '../../domain/mode.ts';
import type { Channel } from '../../domain/notices/reported-needs.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { DeskSight } from '../../domain/watchdog/dead-man.ts';
import type { Marketplace } from '../../marketplace/marketplace.ts';
import type { Intent, ReportLine } from '../dependencies.ts';
import type { Courier } from '../notices/notice-activities.ts';

/** An ad whose price the desk is to keep. */
interface KeptAd {
  adNumber: string;
  mode: Mode;
}

/** What Temporal shows of a desk, without a question to any worker of it. */
export interface DeskReport extends Omit<DeskSight, 'ads'> {
  ads: readonly KeptAd[];
  /** The end of the ban of the desk's address, in epoch ms; null: none is known. */
  banUntilMs: number | null;
}

/** What the watchdog of an account needs; nothing of it comes from a process of the desk. */
export interface WatchdogDependencies {
  account: string;
  marketplace: Marketplace;
  settings: DeskSettings;
  /** Rejects when Temporal does not answer. */
  readDesk: (signal: AbortSignal) => Promise<DeskReport>;
  /** Sets the mark at the guard, which outlives everything: no ad is on the market until a person opens the switch. */
  engageSwitch: (reason: string) => Promise<void>;
  /** Whether the switch is open; null: no worker of the desk answers. */
  isSwitchOpen: () => Promise<boolean | null>;
  /** Rejects with the reason why this process may not write at the account's service. */
  admit: () => Promise<void>;
  /** By the mode alone: an ad that its worker holds in shadow leaves the market, too, when its workflow writes. */
  isIntentOnly: (mode: Mode) => boolean;
  /** Obeys a ban, until a later one is known. */
  obeyBan: (untilMs: number | null) => void;
  /** True: a ban of the desk's address is not one of this process. */
  hasOwnAddress: boolean;
  couriers: Partial<Record<Channel, Courier>>;
  clock: { now(): number; elapsed(): number };
  onIntent: (intent: Intent) => void;
  report: (line: ReportLine) => void;
  stopping: AbortSignal;
}
