/** What is said of kill switches. */
import type { EngagedSwitch } from '../domain/switch-state.ts';
import { moment } from './moment.ts';

/** Returns which switch is engaged, by whom, since when and why: the same everywhere. */
export function engagedText({ name, by, reason, atMs }: EngagedSwitch): string {
  return `the kill switch ${name} is engaged by ${by} since ${moment(atMs)}${reason === '' ? '' : `: ${reason}`}`;
}
