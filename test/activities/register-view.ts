import type { StepRow } from '../../src/domain/register/step-row.ts';
import type { OnceStepName } from '../../src/domain/once-steps.ts';
import type { AccountRegister } from '../../src/register/account-register.ts';
import type { MemoryRegister } from '../register/memory-register.ts';

/** One entry of the register's journal. */
interface JournalLine {
  kind: string;
  subject: string;
  body: Record<string, unknown>;
}

/** What a test sees of the register of an account. */
export interface RegisterView {
  /** All attempts of a step that it knows, the oldest first. */
  rows: (step: OnceStepName) => Promise<StepRow[]>;
  /** What it has written down. */
  journal: () => Promise<JournalLine[]>;
}

/** Looks into a register. */
export function registerView({ register: whole }: MemoryRegister, register: AccountRegister): RegisterView {
  const journal = async (): Promise<JournalLine[]> => {
    const entries = await whole.journal({ afterSeq: 0, limit: 1_000 });
    return entries.map(({ kind, subject, body }) => ({ kind, subject, body: JSON.parse(body) as JournalLine['body'] }));
  };
  const rows = async (step: OnceStepName): Promise<StepRow[]> => {
    const subjects = new Set((await journal()).map(({ subject }) => subject));
    const known = await Promise.all([...subjects].map((subject) => register.stepRows({ step, subject })));
    return known.flat().toSorted((left, right) => left.number - right.number);
  };
  return { rows, journal };
}
