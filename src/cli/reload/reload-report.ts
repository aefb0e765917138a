import { z } from 'zod';
import type { HeldValue } from '../../config/reload/accepted.ts';

const textList = z.array(z.string());

/** What a process did with its file, or would do. */
export const reloadReportSchema = z.object({
  /** Null: without a file. */
  file: z.string().nullable(),
  pid: z.number(),
  egress: z.string(),
  /** Why the file cannot be used, with lines and remedies; then nothing has changed. */
  mistakes: textList,
  added: textList,
  dropped: textList,
  changed: z.array(z.object({ account: z.string(), parts: textList })),
  /** Values that loosen: not in effect without consent. */
  held: textList,
  /** Consent to what is held is given by this. */
  consent: z.string(),
  /** Consent that came was to something else: the file has been changed since. */
  isStale: z.boolean(),
  /** What only a restart changes, and why. */
  restart: textList,
  /** Accounts that are not served, and why. */
  refused: textList,
  warnings: textList,
});
export type ReloadReport = z.infer<typeof reloadReportSchema>;

/** Whether the process runs all that its file says. */
export const isWhole = ({ mistakes, held, isStale, refused }: ReloadReport): boolean =>
  mistakes.length + held.length + refused.length === 0 && !isStale;

/** Whether the process does not go by what its file says. */
export const differs = ({ mistakes, added, dropped, changed, held, restart }: ReloadReport): boolean =>
  [mistakes, added, dropped, changed, held, restart].some(({ length }) => length > 0);

/** Says that a value of the file is not in effect. */
export const heldLine = (text: string): string =>
  `HELD ${text}: the stricter value counts until someone agrees (\`peerdesk config reload\` asks)`;

/** A value of the file that waits for consent, with its account. */
export const heldText = ({ account, text }: HeldValue): string => `${account === null ? '' : `${account}: `}${text}`;

const staleLine = 'the file was changed meanwhile: nothing was done, look again';

/** A workflow reads its settings when a run of it begins. */
const ofRuns = (parts: readonly string[]): string =>
  parts.includes('settings') ? ', and its desk, ads and orders keep their settings until their next run' : '';

/** Returns what a process did with its file, a line each. */
export function reloadLines(report: ReloadReport): string[] {
  const { mistakes, added, dropped, changed, held, restart, refused, warnings, isStale } = report;
  if (isStale) return [staleLine];
  if (mistakes.length > 0) return [...mistakes, 'nothing has changed: the worker goes on with the last good file'];
  const lines = [
    ...dropped.map(
      (account) =>
        `drop ${account}: it is not behind egress ${report.egress} of the file any more; what runs of it goes on, and waits for a worker`,
    ),
    ...changed.map(({ account, parts }) => `change ${account}: ${parts.join(', ')}; it begins again${ofRuns(parts)}`),
    ...added.map((account) => `add ${account}`),
    ...held.map(heldLine),
    ...restart.map((text) => `needs a restart: ${text}`),
    ...refused.map((text) => `NOT served: ${text}`),
    ...warnings,
  ];
  return lines.length === 0 ? ['nothing to do: the worker runs what its file says'] : lines;
}
