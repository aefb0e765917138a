/** What is said of kill switches: the same everywhere. */
import type { EngagedSwitch, SwitchStand } from '../domain/switch-state.ts';
import { moment } from './moment.ts';

/** Returns which switch is engaged, by whom, since when and why; a terminal has times of its own. */
export function engagedText({ name, by, reason, atMs }: EngagedSwitch, timeText = moment): string {
  return `the kill switch ${name} is engaged by ${by} since ${timeText(atMs)}${reason === '' ? '' : `: “${reason}”`}`;
}

/** Returns what keeps something from being done. */
export function stopText(stand: Exclude<SwitchStand, 'open'>): string {
  return stand === 'unknown' ? 'the guard does not answer' : engagedText(stand);
}
