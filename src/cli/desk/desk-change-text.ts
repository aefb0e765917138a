import type { DeskView } from '../../client/index.ts';
import { healthText } from '../../words/health-words.ts';
import { keptAdChanges } from './kept-ads-text.ts';
import { egressText, switchesText } from '../../words/account-words.ts';
import { businessText } from '../../words/business-words.ts';
import { timeText } from '../text/time-zone.ts';
import { leadText, stateText, type DeskFacts } from './desk-text.ts';

/** Returns a desk in one line without its ages: when it differs, the desk has changed. */
export function deskChangeText(view: DeskView, around: DeskFacts): string {
  const { end, guard, egress, lead, problems, ads } = around;
  return [
    `desk of ${view.account}: ${stateText(view, end)}, mode ${view.mode}`,
    ...problems.map((problem) => `needs you: ${healthText(problem)}`),
    ...Object.values(view.troubles).map(({ text, urgent }) => `${urgent ? 'needs you' : 'in trouble'}: ${text}`),
    guard === null ? 'the guard does not answer' : switchesText(guard.switches, timeText),
    ...reportTexts(view),
    ...(view.business === null ? [] : [`business: ${businessText(view.business, timeText)}`]),
    ...(ads === null ? [] : keptAdChanges(ads)),
    ...(egress === null ? [] : [`${egress.egress}: ${egressText(egress, timeText)}`]),
    ...(lead === null ? [] : [leadText(lead)]),
  ].join('; ');
}

function reportTexts({ report }: DeskView): string[] {
  if (report === null) return ['nothing reported yet'];
  const { running, businessStatus, uncarried, unreadable, unreadableAds = [], untold } = report;
  const left = [
    ['not carried', uncarried],
    ['cannot be read', unreadable],
    ['not reached yet', untold],
  ] as const;
  return [
    `${running} ${running === 1 ? 'order runs' : 'orders run'}`,
    `business ${businessStatus ?? 'unknown'}`,
    ...unreadableAds.map(({ adNumber, why }) => `ad ${adNumber} cannot be read: ${why}`),
    ...left.flatMap(([name, orders]) => orders.map(({ orderNumber, why }) => `${orderNumber} ${name}: ${why}`)),
  ];
}
