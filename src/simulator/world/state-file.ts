import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SimulatorState } from './simulator-state.ts';

/** Reads the state of an earlier run; null when there is none. Throws one clear line when it is not a state. */
export function loadState(file: string): SimulatorState | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  try {
    const state: unknown = JSON.parse(text);
    if (isState(state)) return state;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(`${file} is not the state of a simulator: remove it to start again.`);
}

const isState = (value: unknown): value is SimulatorState =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 2 && 'ledger' in value;

/** Writes the state beside the file and moves it into place, so that a reader never finds half of it. */
export function saveState(file: string, state: SimulatorState): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(state));
  renameSync(draft, file);
}
