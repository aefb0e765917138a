import { compare, isPositiveDecimalText } from '../../domain/decimal.ts';
import { fiatAmountsFromText } from '../../domain/orders/fiat-amounts.ts';
import type { AccountSection } from './account-section.ts';
import type { FileAccount } from './file-accounts.ts';
import { isLoopback } from '../environment/service-environment.ts';

interface Problem {
  path: readonly string[];
  text: string;
}

/** Returns what the keys of an account have against each other. */
export function accountProblems({ account, section }: FileAccount): Problem[] {
  const found = [
    ...secretProblems(section),
    ...serviceProblems(section),
    ...releaseProblems(section),
    ...notifyProblems(section),
  ];
  return found.map(({ path, text }) => ({ path: ['account', account, ...path], text }));
}

const secrets = ['api_key', 'api_secret', 'totp_secret'] as const;

function secretProblems(section: AccountSection): Problem[] {
  return secrets.flatMap((name) => {
    const twice = section[`${name}_file`] !== undefined && section[`${name}_env`] !== undefined;
    return twice ? [{ path: [`${name}_env`], text: `stands beside ${name}_file: leave one of the two out` }] : [];
  });
}

function serviceProblems({ service, public_service, is_simulator }: AccountSection): Problem[] {
  const isPlain = (url: string | undefined): boolean =>
    url !== undefined && url.startsWith('http:') && !isLoopback(url);
  return Object.entries({ service, public_service })
    .filter(([, url]) => isPlain(url) && is_simulator !== true)
    .map(([key]) => ({
      path: [key],
      text: 'must be https: keys never travel in clear text off this machine; write https://, or is_simulator = true for a simulator',
    }));
}

type ReleaseSection = NonNullable<AccountSection['release']>;

const releaseKey = (key: string, text: string): Problem => ({ path: ['release', key], text });

function releaseProblems({ release = {} }: AccountSection): Problem[] {
  const amounts = (['amount_cap', 'approvers_above', 'max', 'max_per_day'] as const).filter(
    (key) => release[key] !== undefined && fiatAmountsFromText(release[key]) === null,
  );
  return [
    ...amounts.map((key) =>
      releaseKey(key, `must be amounts above zero, each currency once: write ${key} = "5000 BOB, 700 USD"`),
    ),
    ...peopleProblems(release),
    ...signatureProblems(release),
    ...policyProblems(release),
    ...capProblems(release),
  ];
}

function peopleProblems({ approvers = 1, approvers_above, approvers_then }: ReleaseSection): Problem[] {
  if (approvers_then === undefined) {
    if (approvers_above === undefined) return [];
    return [releaseKey('approvers_above', 'needs the number of people above it: write approvers_then = 2')];
  }
  if (approvers_above === undefined) {
    return [releaseKey('approvers_then', 'needs the total: write approvers_above = "5000 BOB"')];
  }
  if (approvers_then >= approvers) return [];
  const text = `is ${approvers_then}, fewer than approvers = ${approvers}: write at least ${approvers}`;
  return [releaseKey('approvers_then', text)];
}

function signatureProblems({ approvals, approvers_file, policies }: ReleaseSection): Problem[] {
  if (approvals !== 'signed') {
    if (approvers_file === undefined) return [];
    return [
      releaseKey('approvers_file', 'counts only with signed approvals: write approvals = "signed", or leave it out'),
    ];
  }
  const unsigned = policies?.find((policy) => policy !== 'approve' && policy !== 'match');
  return [
    ...(approvers_file === undefined
      ? [
          releaseKey(
            'approvals',
            'needs the keys: write approvers_file = "approvers" with lines of `peerdesk approver init` or of passkeys',
          ),
        ]
      : []),
    ...(unsigned === undefined
      ? []
      : [releaseKey('policies', `has ${unsigned}, which needs no signature: write approve, match or both`)]),
  ];
}

/** An order under a policy that the worker lets not pass would wait forever. */
function policyProblems({ policy, policies, approvals }: ReleaseSection): Problem[] {
  const passing = approvals === 'signed' ? (policies ?? ['approve']) : policies;
  if (policy === undefined || passing === undefined || passing.includes(policy)) return [];
  const why = approvals === 'signed' ? 'signed approvals let' : 'policies let';
  const names = passing.map((name) => JSON.stringify(name)).join(' or ');
  const remedy = policy === 'match' && policies === undefined ? 'policies = ["approve", "match"]' : 'one of them';
  return [releaseKey('policy', `is ${policy}, and ${why} only ${names || 'nothing'} pass: write ${remedy}`)];
}

/** A cap above what the worker lets pass would look granted. */
function capProblems({ amount_cap, max }: ReleaseSection): Problem[] {
  const caps = Object.entries(fiatAmountsFromText(amount_cap ?? '') ?? {});
  const maxByFiat = new Map(Object.entries(fiatAmountsFromText(max ?? '') ?? {}));
  return caps.flatMap(([fiat, cap]) => {
    const limit = maxByFiat.get(fiat);
    if (limit === undefined || !isPositiveDecimalText(cap) || compare(cap, limit) <= 0) return [];
    return [{ path: ['release', 'amount_cap'], text: `is above max, ${limit} ${fiat}: lower it, or raise max` }];
  });
}

function notifyProblems({ notify = {} }: AccountSection): Problem[] {
  const hasUrl = notify.url_file !== undefined || notify.url_env !== undefined;
  const secret = (['secret_file', 'secret_env'] as const).find((key) => notify[key] !== undefined);
  const unsent =
    secret === undefined || hasUrl
      ? []
      : [{ path: ['notify', secret], text: 'signs what goes to an address: write url_file = "keys/hook"' }];
  return [...unsent, ...telegramProblems(notify), ...pushProblems(notify)];
}

function pushProblems({ push_key_file, push_key_env, push_subject }: NonNullable<AccountSection['notify']>): Problem[] {
  const key = push_key_file ?? push_key_env;
  if ((key === undefined) === (push_subject === undefined)) return [];
  const lacks = key === undefined ? 'push_key_file = "keys/push"' : 'push_subject = "mailto:ana@example.net"';
  return [{ path: ['notify'], text: `has half of what notifies devices: write ${lacks} as well` }];
}

function telegramProblems(notify: NonNullable<AccountSection['notify']>): Problem[] {
  const { telegram_token_file, telegram_token_env, telegram_people, telegram_urgent, telegram_api } = notify;
  const token = telegram_token_file ?? telegram_token_env;
  const people = telegram_people ?? telegram_urgent;
  if (token === undefined && (people ?? telegram_api) === undefined) return [];
  if (token === undefined)
    return [
      { path: ['notify'], text: 'has keys for Telegram and no bot: write telegram_token_file = "keys/telegram"' },
    ];
  if (people !== undefined) return [];
  return [
    { path: ['notify'], text: 'has a bot and says not to whom it writes: write telegram_people = ["Ana=123456789"]' },
  ];
}
