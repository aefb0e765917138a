import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { Mode } from '../../domain/mode.ts';
import type { ReleaseRules } from '../../domain/orders/release-rules.ts';

export type KillSwitchName = 'all' | 'releases' | 'repricing';

/** A switch that is thrown stops what it names until a human opens it again. */
export interface KillSwitch {
  by: string;
  reason: string;
  atMs: number;
}

export type KillSwitches = Record<KillSwitchName, KillSwitch | null>;

export interface KillSwitchCommand {
  name: KillSwitchName;
  /** True throws the switch (stops), false opens it again (resumes). */
  thrown: boolean;
  by: string;
  reason: string;
}

/** What the intake saw, told to the desk when it changed, at most every half minute. */
export interface IntakeReport {
  atMs: number;
  running: number;
  started: number;
  businessStatus: string | null;
}

export interface DeskMemory {
  switches: KillSwitches;
  release: ReleaseRules;
  report: IntakeReport | null;
  /**
   * Which order each payment proof was used for, oldest first: one proof never releases two orders. A list, because an
   * object sorts keys that look like numbers, as bank references do, and would forget the wrong ones.
   */
  proofs: { proofId: string; orderNumber: string }[];
  adopted: string[];
  lastProblem: string | null;
  stopped: boolean;
}

export interface AccountDeskInput {
  account: string;
  egress: string;
  mode: Mode;
  release: ReleaseRules;
  /** Take the account's online ads over at the start; null: leave them alone. */
  adoptAds: AdoptRules | null;
  settings?: Partial<DeskSettings>;
  memory?: DeskMemory;
}

/** How an adopted ad is priced: the rules, and how far from its present price it may go. */
export interface AdoptRules {
  rules: Omit<PricingRules, 'limits'>;
  /** Half-width of the limits around the present price, a ratio such as 0.02. */
  limitRatio: string;
}

export interface DeskView {
  account: string;
  mode: Mode;
  state: 'running' | 'stopped';
  release: ReleaseRules;
  settings: Partial<DeskSettings>;
  switches: KillSwitches;
  report: IntakeReport | null;
  adopted: string[];
  lastProblem: string | null;
}
