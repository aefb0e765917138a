import { inKeys, variablesIn } from '../../config/file/variable-rows.ts';
import type { Environment } from '../command-context.ts';
import type { DoctorReport } from './report.ts';

/**
 * Returns a report that names the keys of the configuration file instead of the variables that say the same. What the
 * environment sets by itself stands over the file: there the variable is what has to change.
 */
export function reportInKeys(
  report: DoctorReport,
  { account, ownEnv }: { account: string; ownEnv: Environment },
): DoctorReport {
  const isOwn = (name: string): boolean => [name, `${name}_FILE`].some((one) => (ownEnv[one] ?? '') !== '');
  const words = (text: string): string => (variablesIn(text).some(isOwn) ? text : inKeys(text, account));
  const groups = report.groups.map(({ title, findings }) => ({
    title,
    findings: findings.map((finding) => ({
      ...finding,
      text: words(finding.text),
      ...(finding.remedy === undefined ? {} : { remedy: words(finding.remedy) }),
    })),
  }));
  return { ...report, groups };
}
