/** A kill switch that is engaged: which one, who engaged it, why and when. */
export interface EngagedSwitch {
  readonly name: 'all' | 'releases' | 'repricing' | 'ads';
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
}

/** Whether something may pass, or which switch stops it; unknown, where the guard does not answer, lets nothing pass. */
export type SwitchStand = 'open' | 'unknown' | EngagedSwitch;
