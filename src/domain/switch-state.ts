/** Whether a kill switch lets pass what it is for; unknown, where the guard does not answer, lets nothing pass. */
export type SwitchState = 'open' | 'closed' | 'unknown';
