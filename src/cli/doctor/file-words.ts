import { inFileWords, type FileSurroundings } from '../../config/file/file-words.ts';
import type { DoctorReport } from './report.ts';

/** Returns a report that names the keys of the configuration file instead of the variables that say the same. */
export function reportInKeys(report: DoctorReport, surroundings: FileSurroundings): DoctorReport {
  const words = (text: string): string => inFileWords(text, surroundings);
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
