import { nearestName } from '../nearest-name.ts';
import { adWishes, missingTerms, type FileProblem } from './ad-wishes.ts';
import { accountProblems } from './account-rules.ts';
import { evidenceOf, fileAccounts } from './file-accounts.ts';
import { adOf, type PeerdeskFile } from './file-schema.ts';
import { greetingsOf, twinGreetings } from './greetings/greeting-section.ts';
import type { TomlTable } from './key-names.ts';
import { zoneOf } from './payment-section.ts';
import { zoneProblem, zoneProblems } from './zone-problems.ts';

/** Returns what the sections of a file have against each other. Each section on its own has been checked. */
export function referenceProblems(file: PeerdeskFile): FileProblem[] {
  const unclear = egressProblems(file);
  return [
    ...accountCountProblems(file),
    ...unclear,
    ...(unclear.length > 0 ? [] : nameProblems(file)),
    ...fileAccounts(file).flatMap(accountProblems),
    ...Object.entries(file.ads ?? {}).flatMap(([name, section]) => adProblems(file, name, section)),
    ...twinProblems(file),
    ...adWishes(file).problems,
    ...zoneProblems(file),
    ...paymentProblems(file),
    ...doorProblems(file),
    ...greetingProblems(file),
  ];
}

/** An account that listens to no chat says nothing, and of two greetings of one occasion no one would know which. */
function greetingProblems(file: PeerdeskFile): FileProblem[] {
  const accounts = Object.keys(file.account ?? {});
  const unknown = Object.entries(file.greetings ?? {}).flatMap(([name, { account }]): FileProblem[] =>
    account === undefined || accounts.includes(account)
      ? []
      : [{ path: ['greetings', name, 'account'], text: unknownText(account, accounts, 'account') }],
  );
  const found = fileAccounts(file).flatMap(({ account, section }): FileProblem[] => {
    const greetings = greetingsOf(file.greetings, account);
    const twin = twinGreetings(greetings);
    const [first] = greetings;
    return [
      ...(twin === null
        ? []
        : [
            {
              path: ['greetings', twin[0]],
              text: `is said on the same occasion as [greetings.${twin[1]}]: leave one out, or write another state, side or fiat`,
            },
          ]),
      ...(first === undefined || section.chat?.socket !== false
        ? []
        : [
            {
              path: ['account', account, 'chat', 'socket'],
              text: `is false, and [greetings.${first.name}] is said by that socket: leave one of the two out`,
            },
          ]),
    ];
  });
  return [...unknown, ...found];
}

function accountCountProblems({ account = {} }: PeerdeskFile): FileProblem[] {
  if (Object.keys(account).length > 0) return [];
  return [{ path: ['account'], text: 'is missing: write [account.main] with service = "https://api.example.com"' }];
}

function egressProblems({ account = {}, egress = {} }: PeerdeskFile): FileProblem[] {
  const known = Object.keys(egress);
  return Object.entries(account).flatMap(([name, section]): FileProblem[] => {
    const path = ['account', name, 'egress'];
    if (section.egress === undefined) {
      if (known.length < 2) return [];
      return [{ path, text: `is missing, and this file has several: write egress = ${quoted(known)}` }];
    }
    return known.includes(section.egress) ? [] : [{ path, text: unknownText(section.egress, known, 'egress') }];
  });
}

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(' or ');

function unknownText(written: string, known: readonly string[], table: string): string {
  const nearest = nearestName(written, known);
  const meant = nearest === null ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
  const list = known.length === 0 ? 'none' : quoted(known);
  return `is ${JSON.stringify(written)}, and this file has no [${table}.${written}]: write that table, or name ${list}${meant}`;
}

/** Queues bear the names of accounts and of addresses: two that mix would give one's work to the other's process. */
function nameProblems(file: PeerdeskFile): FileProblem[] {
  const accounts = fileAccounts(file);
  const reserved = [
    ...accounts.map(({ account }) => ['account', account]),
    ...Object.keys(file.egress ?? {}).map((egress) => ['egress', egress]),
  ].filter(([, name]) => name === 'egress');
  const mixed = accounts.filter(({ account, egress }) => {
    const behind = accounts.filter((other) => other.egress === account);
    return behind.length > 0 && (egress !== account || behind.length > 1);
  });
  return [
    ...reserved.map((path) => ({ path, text: 'must have another name: egress is taken' })),
    ...mixed.map(({ account }) => ({
      path: ['account', account],
      text: `has the name of an egress that serves other accounts: name one of the two differently`,
    })),
  ];
}

function adProblems(file: PeerdeskFile, name: string, section: TomlTable): FileProblem[] {
  const { rules, number, terms } = adOf(section);
  const sets = Object.keys(file.rules ?? {});
  const path = (key: string): string[] => ['ads', name, key];
  const problems = [...accountProblemsOfAd(file, name, section), ...modeProblems(file, name, section)];
  if (rules !== undefined && !sets.includes(rules)) {
    problems.push({ path: path('rules'), text: unknownText(rules, sets, 'rules') });
  }
  if (number !== undefined || /^\d+$/.test(name)) return problems;
  if (terms === undefined) {
    const text = `is missing, and ${name} is no ad number: write number = "11234567890", or [ads.${name}.terms] to publish it`;
    problems.push({ path: path('number'), text });
  } else {
    const lacks = missingTerms(section).map((key) => ({ path: [...path('terms'), key], text: missingTermText(key) }));
    problems.push(...lacks);
  }
  return problems;
}

/** The account is the ceiling; and a worker knows an ad by its number, which one that is published has not yet. */
function modeProblems(file: PeerdeskFile, name: string, section: TomlTable): FileProblem[] {
  const { mode, number } = adOf(section);
  if (mode === undefined) return [];
  const path = ['ads', name, 'mode'];
  if (number === undefined && !/^\d+$/.test(name)) {
    return [{ path, text: `needs the number of the ad: write number = "11234567890", or leave mode out` }];
  }
  const { account, ceiling } = ceilingOf(file, section);
  if (mode === 'shadow' || mode === ceiling) return [];
  const text = `is ${mode}, and account ${account} is in mode ${ceiling}: write mode = "shadow", or leave it out`;
  return [{ path, text }];
}

function ceilingOf({ account: accounts = {} }: PeerdeskFile, section: TomlTable) {
  const account = adOf(section).account ?? Object.keys(accounts)[0] ?? '';
  return { account, ceiling: new Map(Object.entries(accounts)).get(account)?.mode ?? 'shadow' };
}

const missingTermText = (key: string): string =>
  `is missing, and without a number the ad is published by this file: write ${key}, or the number of an ad that exists`;

const accountProblemsOfAd = (file: PeerdeskFile, name: string, section: TomlTable): FileProblem[] =>
  accountProblem(file, { account: adOf(section).account, path: ['ads', name, 'account'] });

interface NamedAccount {
  account: string | undefined;
  path: readonly string[];
}

function accountProblem(file: PeerdeskFile, { account, path: keys }: NamedAccount): FileProblem[] {
  const accounts = Object.keys(file.account ?? {});
  const path = [...keys];
  if (account !== undefined) {
    return accounts.includes(account) ? [] : [{ path, text: unknownText(account, accounts, 'account') }];
  }
  if (accounts.length < 2) return [];
  return [{ path, text: `is missing, and this file has several: write account = ${quoted(accounts)}` }];
}

/** A source whose payments no account claims would report to no one. */
function paymentProblems(file: PeerdeskFile): FileProblem[] {
  return Object.entries(file.payments ?? {}).flatMap(([name, section]) => {
    const zone = zoneProblem({ timezone: zoneOf(section) });
    return [
      ...accountProblem(file, { account: section.account, path: ['payments', name, 'account'] }),
      ...(zone === null ? [] : [{ path: ['payments', name, 'zone'], text: zone }]),
    ];
  });
}

/** What no door signs would never count as evidence, and no one would hear of it. */
function doorProblems(file: PeerdeskFile): FileProblem[] {
  const { door = {}, payments = {} } = file;
  const unproven = fileAccounts(file).flatMap(({ account, section: { release = {} } }): FileProblem[] => {
    const isMatch = release.policy === 'match' || release.policies?.includes('match') === true;
    if (release.approvals !== 'signed' || !isMatch || evidenceOf(file, account) !== null) return [];
    const name = release.policy === 'match' ? 'policy' : 'policies';
    const text =
      'has match, and with signed approvals no typed payment counts: write a [payments.NAME] with class = "evidence"';
    return [{ path: ['account', account, 'release', name], text }];
  });
  const evidence = Object.entries(payments).find(([, section]) => section.class === 'evidence');
  const missing = (['key_file', 'public_key'] as const).find((name) => door[name] === undefined);
  if (evidence === undefined || missing === undefined) return unproven;
  return [
    ...unproven,
    {
      path: ['payments', evidence[0], 'class'],
      text: `needs a door that signs it: write the lines of [door] that \`peerdesk door init\` prints`,
    },
  ];
}

/** One ad in two tables would be priced by whichever is applied last. */
function twinProblems(file: PeerdeskFile): FileProblem[] {
  const { ads } = adWishes(file);
  const twins = ads.filter(({ account, adNumber }, index) =>
    ads.slice(0, index).some((other) => other.account === account && adNumber !== null && other.adNumber === adNumber),
  );
  return twins.map(({ name, adNumber }) => ({
    path: ['ads', name],
    text: `is ad ${adNumber} a second time: leave one of the two tables out`,
  }));
}
