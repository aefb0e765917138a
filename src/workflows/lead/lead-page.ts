import type { LeadMemory } from '../contract/lead-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { plainText } from '../kit/details-text.ts';
import type { Presentation } from '../kit/run.ts';

/** The lead of an account in the Web UI. Which process it is stands in the pending activity. */
export function leadPage(account: string): (memory: LeadMemory) => Presentation {
  return ({ refused }) => ({
    details: [
      `## Lead of account ${account}`,
      '',
      'The process that runs the pending activity `keepLead` calls the service for this account. Every other one',
      'stands by, and takes over within ten seconds when the heartbeats of this one end.',
      ...(refused.last === null
        ? []
        : ['', `- **Messages refused** ${refused.count}, the last: ${plainText(refused.last.reason)}`]),
    ].join('\n'),
    attributes: [
      { key: attributes.peerdeskAccount, value: account },
      { key: attributes.peerdeskNeedsHuman, value: false },
    ],
  });
}
