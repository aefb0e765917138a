import type { LeadMemory } from '../contract/lead-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import type { Presentation } from '../kit/run.ts';
import { refusedLines } from '../kit/refused-messages.ts';

/** The lead of a group in the Web UI. Which process it is stands in the pending activity. */
export function leadPage(group: string): (memory: LeadMemory) => Presentation {
  return ({ refused }) => ({
    details: [
      `## Lead of group ${group}`,
      '',
      'The process that runs the pending activity `keepLead` calls the service for the accounts of this group. Every other one',
      'stands by, and takes over within ten seconds when the heartbeats of this one end.',
      ...(refused.last === null ? [] : ['', ...refusedLines(refused)]),
    ].join('\n'),
    attributes: [{ key: attributes.peerdeskNeedsHuman, value: false }],
  });
}
