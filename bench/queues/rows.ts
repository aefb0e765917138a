import { quantileOf, spreadOf, spreadText } from '../statistics.ts';
import type { Isolation, Load } from './measure.ts';
import type { Arrangement } from './routes.ts';

/** What one arrangement costs, and how well it keeps the accounts apart. */
export interface Measured {
  arrangement: Arrangement;
  rest: Load;
  isolation: Isolation;
  restartMs: readonly number[];
}

/** Returns the table of some arrangements, its head first. */
export function rowsOf(all: readonly Measured[]): string[][] {
  const row = (name: string, cell: (one: Measured) => string): string[] => [name, ...all.map(cell)];
  const loads = (name: string, of: (one: Measured) => Load): string[][] => [
    row(`${name}: memory of the workers, the server, MB`, (one) => pair(of(one).workerMb, of(one).serverMb)),
    row(`${name}: of a core, workers, server, %`, (one) =>
      pair(100 * of(one).workerShare, 100 * of(one).serverShare, 1),
    ),
    row(`${name}: polls, heartbeats a minute`, (one) => pair(of(one).polls, of(one).heartbeats)),
    row(`${name}: other requests a minute`, (one) => of(one).others.toFixed(0)),
    row(`${name}: activities in the process, most`, (one) => String(of(one).mostInFlight)),
  ];
  return [
    row('', ({ arrangement }) => arrangement),
    ...loads('rest', ({ rest }) => rest),
    row('a call alone: p50, p95, ms', ({ isolation }) => middle(isolation.alone.calls)),
    row('a call beside the flood', ({ isolation }) => middle(isolation.beside.calls)),
    row('a money step alone', ({ isolation }) => middle(isolation.alone.money)),
    row('a money step beside the flood', ({ isolation }) => middle(isolation.beside.money)),
    ...loads('flood', ({ isolation }) => isolation.flooded),
    row('SIGKILL to the watches again, s', ({ restartMs }) =>
      spreadText(
        spreadOf(
          restartMs.map((ms) => ms / 1_000),
          1,
        ),
      ),
    ),
  ];
}

const pair = (left: number, right: number, digits = 0): string => `${left.toFixed(digits)}, ${right.toFixed(digits)}`;
const middle = (values: readonly number[]): string => pair(quantileOf(values, 0.5), quantileOf(values, 0.95));
