/** A kill switch that is engaged: which one, who engaged it, why and when. */
export interface EngagedSwitch {
  readonly name: 'all' | 'releases' | 'repricing' | 'ads';
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
}

/** Whether a kill switch lets pass what it is for; unknown, where the guard does not answer, lets nothing pass. */
export type SwitchState = 'open' | 'closed' | 'unknown';

/** The same, with the switch that stops it. */
export type SwitchStand = 'open' | 'unknown' | EngagedSwitch;
