import { timeText } from '../text/time-zone.ts';
import { skipped, type Finding } from './check.ts';
import { findingsOf, type DoctorReport, type GroupReport } from './report.ts';

const width = 80;
const indent = '            ';

/** Formats a report for people: a line for each finding, by group, with what to do below it; 80 columns. */
export function reportText(report: DoctorReport): string {
  return [...report.groups.map(groupText), summaryText(report)].join('\n\n');
}

function groupText({ title, findings }: GroupReport): string {
  const reached = findings.filter(({ waitsFor }) => waitsFor === undefined);
  const rest = findings.length - reached.length;
  const end =
    rest === 0 ? [] : [skipped(`${rest} more ${rest === 1 ? 'check waits' : 'checks wait'} for what is broken`)];
  return [title, ...[...reached, ...end].map(findingText)].join('\n');
}

function findingText({ verdict, text, remedy }: Finding): string {
  const lines = wrapped(text, `  ${verdict.padEnd(indent.length - 2)}`);
  return remedy === undefined ? lines : `${lines}\n${wrapped(remedy, `${indent}→ `)}`;
}

/** A word that is longer than the rest of a line, such as a path, has a line to itself. */
function wrapped(text: string, start: string): string {
  const lines = [start];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    const isFirst = last === start || last === indent;
    const longer = isFirst ? last + word : `${last} ${word}`;
    if (isFirst || longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

function summaryText(report: DoctorReport): string {
  const brokenOnes = findingsOf(report, 'broken').length;
  const warnings = findingsOf(report, 'warning').length;
  const text = [
    brokenOnes === 0 ? 'nothing is broken' : `${brokenOnes} broken`,
    warnings === 1 ? '1 warning' : `${warnings} warnings`,
  ].join(', ');
  return `${text} (${timeText(report.atMs)})`;
}
