import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { stringify } from 'smol-toml';
import { changeLine } from '../../../src/cli/apply/change-text.ts';
import { remarkLine } from '../../../src/cli/apply/remark-text.ts';
import { passingRecord } from '../../../src/cli/reload/accepted-record.ts';
import { FollowedFile } from '../../../src/cli/reload/followed-file.ts';
import { differs, reloadLines, type ReloadReport } from '../../../src/cli/reload/reload-report.ts';
import { readWorkerPlan } from '../../../src/cli/reload/worker-plan.ts';
import { accountWishes } from '../../../src/config/file/account-wishes.ts';
import { isTable, type TomlTable } from '../../../src/config/file/key-names.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import type { AccountWish } from '../../../src/config/account-plan.ts';
import { planAccount } from '../../../src/config/plan.ts';
import { remarksOf } from '../../../src/config/remarks.ts';
import type { RunningWorker } from '../../../src/workers/accounts/running-worker.ts';
import { afterChange, emptyModel, ranModel, stateOf } from './desk-model.ts';

/** A file of two accounts behind one address, with an ad that exists and one that the file publishes. */
export const usualFile: TomlTable = {
  temporal: { address: 'localhost:7233' },
  egress: { home: {}, other: {} },
  account: {
    main: account('main', { other_ads: 'leave' }),
    second: account('second', {}),
    far: account('far', { egress: 'other', other_ads: 'leave' }),
  },
  rules: { tight: { strategy: { kind: 'undercut', ticks: 1 } }, wide: { strategy: { kind: 'match' } } },
  ads: {
    11: { account: 'main', rules: 'tight', floor: '9.50', ceiling: '10.50' },
    fresh: {
      account: 'main',
      strategy: { kind: 'match' },
      floor: '9.50',
      ceiling: '10.50',
      terms: {
        asset: 'USDT',
        fiat: 'BOB',
        side: 'SELL',
        quantity: '500',
        min_order: '100',
        max_order: '2000',
        pay_methods: ['BANK'],
      },
    },
  },
  settings: {},
};

function account(name: string, more: TomlTable): TomlTable {
  return {
    egress: 'home',
    service: `https://${name}.example.com`,
    api_key_env: 'OLD_SECRET',
    api_secret_env: 'OLD_SECRET',
    ...more,
  };
}

/** Returns a table with values at their paths, written with dots; undefined takes a key out. */
export function withValues(table: TomlTable, values: Readonly<Record<string, unknown>>): TomlTable {
  return Object.entries(values).reduce((whole, [path, value]) => withValue(whole, path.split('.'), value), table);
}

function withValue(table: TomlTable, [key = '', ...rest]: readonly string[], value: unknown): TomlTable {
  const { [key]: present, ...others } = table;
  if (rest.length === 0) return value === undefined ? others : { ...table, [key]: value };
  return { ...table, [key]: withValue(isTable(present) ? present : {}, rest, value) };
}

const environment = {
  OLD_SECRET: 'an-old-secret-of-16-bytes',
  NEW_SECRET: 'a-new-secret-of-16-bytes',
  HOOK: 'https://hook.example.com/a',
  OTHER_HOOK: 'https://hook.example.com/b',
  BOT: `111111:${'a'.repeat(35)}`,
  OTHER_BOT: `222222:${'b'.repeat(35)}`,
  PUSH: Buffer.alloc(32, 1).toString('base64url'),
  OTHER_PUSH: Buffer.alloc(32, 2).toString('base64url'),
};
const privateFiles = {
  'keys/old': 'an-old-secret-of-16-bytes',
  'keys/new': 'a-new-secret-of-16-bytes',
  'keys/seed-old': 'GEZDGNBVGY3TQOJQ',
  'keys/seed-new': 'JBSWY3DPEHPK3PXP',
  'keys/register-old': 'postgresql://peerdesk:an-old-secret@localhost/peerdesk',
  'keys/register-new': 'postgresql://peerdesk:a-new-secret@localhost/peerdesk',
  'keys/hook-old': 'https://hook.example.com/a',
  'keys/bot-old': `111111:${'a'.repeat(35)}`,
  'keys/bot-new': `222222:${'b'.repeat(35)}`,
  'keys/push-old': Buffer.alloc(32, 1).toString('base64url'),
  'keys/push-new': Buffer.alloc(32, 2).toString('base64url'),
  'keys/hook-new': 'https://hook.example.com/b',
  approvers: `ana=${Buffer.alloc(32, 9).toString('base64')}`,
  'approvers-new': `bob=${Buffer.alloc(32, 9).toString('base64')}`,
  'tell-old': '#!/bin/sh\n',
  'tell-new': '#!/bin/sh\n',
};

/** A folder with a file and all that it may name. */
export class ChangedFile {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'peerdesk.toml');
    mkdirSync(join(folder, 'keys'));
    for (const [name, text] of Object.entries(privateFiles)) writeFileSync(join(folder, name), text, { mode: 0o600 });
    for (const name of ['tell-old', 'tell-new']) chmodSync(join(folder, name), 0o700);
  }

  /** Returns what `config apply` would do, and what the worker of the first account's address would, a line each. */
  async effects(before: TomlTable, after: TomlTable): Promise<string[]> {
    return [...planLines(this.#wishes(before), this.#wishes(after)), ...(await this.#workerLines(before, after))];
  }

  /** Why a file is refused; null: it is not. */
  refusal(table: TomlTable): string | null {
    const read = readFileText(this.#text(table));
    return Array.isArray(read) ? read.map(({ key, text }) => `${key} ${text}`).join('; ') : null;
  }

  #text(table: TomlTable): string {
    return stringify(table).replaceAll('FOLDER', this.#folder);
  }

  #wishes(table: TomlTable): AccountWish[] {
    const read = readFileText(this.#text(table));
    if (Array.isArray(read)) throw new Error(`the case is no valid file: ${this.refusal(table)}`);
    return accountWishes(read.file);
  }

  /** Throws when a worker that has reloaded with consent does not go by its file. */
  async #workerLines(before: TomlTable, after: TomlTable): Promise<string[]> {
    const followed = this.#follow(before);
    writeFileSync(this.#path, this.#text(after), { mode: 0o600 });
    const trial = await followed.reload({ consent: null, isTrial: true });
    const done = await followed.reload({ consent: trial.consent, isTrial: false });
    const again = await followed.reload({ consent: null, isTrial: true });
    if (differs({ ...again, restart: [], mistakes: [] }) || again.mistakes.length > trial.mistakes.length)
      throw new Error(`reloading does not settle: ${reloadLines(again).join('; ')}`);
    return differs(trial) ? reloadLines({ ...trial, changed: all(trial, done), warnings: [] }) : [];
  }

  #follow(table: TomlTable): FollowedFile {
    writeFileSync(this.#path, this.#text(table), { mode: 0o600 });
    const silent = { write: () => undefined };
    const context = { env: environment, stdout: silent, stderr: silent, cwd: this.#folder };
    const read = (egress: string) => readWorkerPlan({ config: this.#path, egress }, context);
    const logger = pino({ level: 'silent' });
    const followed = new FollowedFile({ started: read('home'), read, record: passingRecord(), logger });
    followed.follow(idleWorker);
    return followed;
  }
}

/** What begins again at once, and what does so when a person has agreed. */
const all = (trial: ReloadReport, done: ReloadReport): ReloadReport['changed'] =>
  trial.mistakes.length > 0 ? [] : done.changed;

const idleWorker: RunningWorker = {
  accounts: () => [],
  refused: () => [],
  serveAccount: () => Promise.resolve(),
  window: () => ({ kind: 'unserved' }),
  dropAccount: () => Promise.resolve(),
};

/** Throws when the account is not what the file wants once each change has been carried out. */
function planLines(before: readonly AccountWish[], after: readonly AccountWish[]): string[] {
  return after.flatMap((wish) => {
    const old = before.find(({ account }) => account === wish.account);
    const ran = old === undefined ? emptyModel : ranModel(old);
    const planned = planAccount(wish, stateOf(ran, wish));
    const left = planAccount(wish, stateOf(planned.reduce(afterChange, ran), wish));
    if (left.length > 0) throw new Error(`applying does not settle: ${left.map(changeLine).join('; ')}`);
    const remarks = remarksOf(wish, stateOf(ran, wish)).map((remark) => remarkLine(wish.account, remark));
    return [...planned.map(changeLine), ...remarks];
  });
}
