import { none, type KeyChange } from './changes.ts';

/** What bounds the requests of an address: more of them wait for consent, and all of it for a restart; and its way out. */
export const egressChanges: readonly KeyChange[] = [
  {
    key: 'egress.*.ip_weight_per_minute',
    from: 600,
    to: 1200,
    there: ['HELD weight of the address a minute: 1200 instead of 600'],
    back: ['needs a restart: egress.home.ip_weight_per_minute'],
  },
  {
    key: 'egress.*.processes',
    from: 1,
    to: 2,
    there: ['needs a restart: egress.home.processes'],
    back: ['HELD processes that share the address: 1 instead of 2'],
  },
  // A worker that runs met no variable that this is about.
  { key: 'egress.*.proxy', from: undefined, to: 'none', there: none },
];
