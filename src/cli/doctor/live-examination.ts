import { ConfigurationError, readConsent, type Environment } from '../../config/environment/service-environment.ts';
import type { EgressConfig } from '../../config/egress-config.ts';
import type { Examine } from '../../workers/accounts/live-safety.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import { keptFor } from './doctor.ts';
import { examinedAt } from './doctor-record.ts';
import { allGroups } from './groups.ts';
import { examine, findingsOf, type DoctorReport } from './report.ts';

const dayMs = 86_400_000;
const usualDays = 90;

/**
 * Returns the examination before live writes: with an old or no passed one on this machine the checks run, under the
 * lead and the gate of the worker. Its result rejects with ConfigurationError while something is broken; in the second
 * half of its time a passed one is only renewed. `now` dates the record.
 */
export function liveExamination(
  context: CommandContext,
  { address, egress, now = Date.now }: { address: string; egress: EgressConfig; now?: () => number },
): Examine {
  const { env } = context;
  const validMs = validDays(env) * dayMs;
  const isSkipped = readConsent(env, 'PEERDESK_SKIP_DOCTOR');
  return async ({ account, client, exchange }) => {
    const ageMs = now() - (examinedAt(env, account) ?? Number.NEGATIVE_INFINITY);
    if (isSkipped || (ageMs >= 0 && ageMs < validMs / 2)) return;
    const configuration = { ok: true, egress: { ...egress, accounts: [account] } } as const;
    const examination = { env, configuration, address, file: null, isLead: true, now: Date.now };
    const report = await examine(
      allGroups({ ...examination, client: () => Promise.resolve(client), exchangeOf: () => exchange }),
      now(),
    );
    if (report.verdict !== 'broken') {
      keptFor(report, env, [account]);
      note(context, `examined before live writes: nothing is broken, ${warningsText(report)}`);
    } else if (ageMs >= 0 && ageMs < validMs) {
      note(context, `warning: ${brokenText(report)}; live writes go on by the last passed examination`);
    } else {
      throw new ConfigurationError(
        `${brokenText(report)}: see \`peerdesk doctor\`; PEERDESK_SKIP_DOCTOR=yes writes live all the same, and without PEERDESK_ALLOW_LIVE the worker starts in shadow`,
      );
    }
  };
}

function validDays(env: Environment): number {
  const text = env['PEERDESK_DOCTOR_DAYS'] ?? '';
  if (text === '') return usualDays;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new ConfigurationError(
    `PEERDESK_DOCTOR_DAYS is ${text.slice(0, 20)}: give a number of days, such as ${usualDays}`,
  );
}

function warningsText(report: DoctorReport): string {
  const { length } = findingsOf(report, 'warning');
  return length === 0 ? 'no warning' : `${length} warning${length === 1 ? '' : 's'}: \`peerdesk doctor\` names them`;
}

function brokenText(report: DoctorReport): string {
  const [first, ...others] = findingsOf(report, 'broken');
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `no live writes while something is broken: ${first?.text ?? ''}${more}`;
}
