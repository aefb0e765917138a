import { describeFailure } from '../session/failure-report.ts';
import type { Environment } from '../kit/command-context.ts';
import { broken, skipped, type Check, type Finding, type Verdict } from './check.ts';

/** A finding with the check that made it. */
interface NamedFinding extends Finding {
  id: string;
}

/** The checks of one subject, with what they look at. */
export interface CheckGroup {
  title: string;
  run: () => Promise<readonly NamedFinding[]>;
}

export interface GroupReport {
  title: string;
  findings: readonly NamedFinding[];
}

/** Everything that a doctor found. */
export interface DoctorReport {
  verdict: Exclude<Verdict, 'skipped'>;
  atMs: number;
  groups: readonly GroupReport[];
}

/** Returns a group of checks over their world; they run one after the other, so that the budget is not strained. */
export function checksOf<World>(
  group: { title: string; checks: readonly Check<World>[]; env: Environment },
  world: World,
): CheckGroup {
  return { title: group.title, run: () => runChecks(group, world) };
}

/** Runs the groups in order. Never rejects: what fails is a finding. */
export async function examine(groups: readonly CheckGroup[], nowMs: number): Promise<DoctorReport> {
  const reports: GroupReport[] = [];
  for (const { title, run } of groups) reports.push({ title, findings: await run() });
  return { verdict: worstOf(reports.flatMap(({ findings }) => findings)), atMs: nowMs, groups: reports };
}

export function findingsOf({ groups }: DoctorReport, verdict: Verdict): NamedFinding[] {
  return groups.flatMap(({ findings }) => findings.filter((finding) => finding.verdict === verdict));
}

async function runChecks<World>(
  { checks, env }: { checks: readonly Check<World>[]; env: Environment },
  world: World,
): Promise<NamedFinding[]> {
  const found: NamedFinding[] = [];
  for (const check of checks) {
    const { id, needs } = check;
    const missing = found.find((one) => one.id === needs && isUseless(one));
    const findings = missing === undefined ? await lookSafely(check, world, env) : [waiting(id, missing)];
    found.push(...findings.map((finding) => ({ ...finding, id })));
  }
  return found;
}

function waiting(id: string, { id: needed, waitsFor = needed }: NamedFinding): Finding {
  return { ...skipped(`not looked at: ${id}`), waitsFor };
}

/** What rests on a check that was skipped is skipped as well. */
const isUseless = ({ verdict }: Finding): boolean => verdict === 'broken' || verdict === 'skipped';

async function lookSafely<World>(check: Check<World>, world: World, env: Environment): Promise<readonly Finding[]> {
  try {
    return [await check.look(world)].flat();
  } catch (error) {
    const { line } = await describeFailure(error, env);
    return [broken(`${check.id}: ${line}`, 'mend what it names, and look again')];
  }
}

function worstOf(findings: readonly Finding[]): DoctorReport['verdict'] {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  if (verdicts.has('broken')) return 'broken';
  return verdicts.has('warning') ? 'warning' : 'ok';
}
