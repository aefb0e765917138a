import { readPushWay } from '../../config/environment/push-way.ts';
import type { Environment } from '../../config/environment/service-environment.ts';
import type { PushWay } from '../../config/egress-config.ts';
import { fileAccounts } from '../../config/file/file-accounts.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import type { PagePeople, PagePush } from '../../door/page/page-desk.ts';
import { personOfKey } from '../../domain/orders/names/key-name.ts';
import { testDevice } from '../../workers/notices/test-notice.ts';
import { inAccount } from '../config/file-context.ts';
import type { CommandContext } from '../kit/command-context.ts';
import {
  confirmSubscriptions,
  forgetDevices,
  forgetSubscription,
  keepSubscription,
  listDevices,
  stopDevice,
} from './push-notes.ts';

interface OwnPush {
  readonly account: string;
  readonly way: PushWay;
  readonly env: Environment;
}

/** Returns how devices are put on the list of the first account that notifies any; null: none does. A browser has one key of the desk. */
export function pagePush(loaded: LoadedFile, context: CommandContext): PagePush | null {
  const [own] = fileAccounts(loaded.file).flatMap((account): OwnPush[] => {
    const { env } = inAccount(loaded, account, context);
    const way = readPushWay(env);
    return way === null ? [] : [{ account: account.account, way, env }];
  });
  if (own === undefined) return null;
  const { account, way, env } = own;
  const { folder, publicKey: serverKey } = way;
  return {
    serverKey,
    keep: (subscription, owner) => keepSubscription(folder, subscription, { ...owner, serverKey, nowMs: Date.now() }),
    forget: (endpoint, keyName) => forgetSubscription(folder, endpoint, keyName),
    devices: () => listDevices(folder),
    stop: (id) => stopDevice(folder, id),
    forgetAll: (keyName) => forgetDevices(folder, keyName),
    confirm: (people) => confirmSubscriptions(folder, (owner) => isCounting(owner, people), Date.now()),
    test: async (endpoint) => {
      const { arrived, answer } = await testDevice({ ...way, env, clock: Date, only: endpoint }, account);
      return arrived ? { end: 'done', line: `${answer}: it is here in a moment` } : { end: 'refused', line: answer };
    },
  };
}

const isCounting = (
  { keyName, publicKey }: { readonly keyName: string; readonly publicKey: string },
  people: Omit<PagePeople, 'names'>,
): boolean => people.keys.get(keyName) === publicKey && people.roleOf(personOfKey(keyName)) !== null;
