import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TomlTable } from '../../../src/config/file/key-names.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { accountChanges, registerChanges, temporalChanges } from './account-changes.ts';
import { adChanges } from './ad-changes.ts';
import { ChangedFile, usualFile, withValues } from './changed-file.ts';
import { placeOf, type KeyChange } from './changes.ts';
import { egressChanges } from './egress-changes.ts';
import { greetingChanges } from './greeting-changes.ts';
import { pageChanges } from './page-changes.ts';
import { paymentChanges } from './payment-changes.ts';
import { ruleChanges } from './rule-changes.ts';
import { changedKeys, schemaKeys } from './schema-keys.ts';
import { settingChanges } from './setting-changes.ts';

const changes = [
  ...temporalChanges,
  ...registerChanges,
  ...egressChanges,
  ...accountChanges,
  ...ruleChanges,
  ...adChanges,
  ...paymentChanges,
  ...greetingChanges,
  ...pageChanges,
  ...settingChanges,
];

const filesOf = (change: KeyChange): [TomlTable, TomlTable] => {
  const base = withValues(usualFile, change.beside ?? {});
  const place = placeOf(change);
  return [withValues(base, { [place]: change.from }), withValues(base, { [place]: change.to })];
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const marks = ['[money]', 'LOOSENS', 'HELD'];

/** A line that has these words, with anything for "…", and no mark of money or of loosening besides. */
function lineWith(words: string): unknown {
  const unmarked = marks.filter((mark) => !words.includes(mark)).map((mark) => `(?!.*${escaped(mark)})`);
  return expect.stringMatching(new RegExp(`^${unmarked.join('')}${words.split('…').map(escaped).join('.*')}`));
}

let file: ChangedFile;

beforeAll(async () => {
  file = new ChangedFile(await temporaryDirectory(afterAll));
});

describe('every key of the file', () => {
  it('is changed by a case, so that a new key needs one', () => {
    const changed = changes.flatMap((change) => changedKeys(...filesOf(change)));
    expect(schemaKeys().filter((key) => !changed.includes(key))).toEqual([]);
  });

  it.each(changes.map((change): [string, KeyChange] => [change.key, change]))(
    '%s: diff says what a change does and what it loosens, and after apply there is nothing left to do',
    async (key, change) => {
      const [before, after] = filesOf(change);
      expect(changedKeys(before, after)).toContain(key);
      const { there, back = there } = change;
      expect(await file.effects(before, after)).toEqual(there.map(lineWith));
      expect(await file.effects(after, before)).toEqual(back.map(lineWith));
    },
  );

  const single = [
    ...temporalChanges,
    ...registerChanges,
    ...egressChanges,
    ...accountChanges,
    ...adChanges.filter(({ at }) => at === undefined),
  ];
  it.each(single.map((change): [string, KeyChange] => [change.key, change]))(
    '%s: the key is taken out: the file is refused in its own words, or applied as a whole',
    async (_, change) => {
      const [before] = filesOf(change);
      const without = withValues(before, { [placeOf(change)]: undefined });
      const refusal = file.refusal(without);
      const lines = refusal === null ? await file.effects(before, without) : [refusal];
      expect(lines.every((line) => !line.includes('PEERDESK_') || line.startsWith('needs a restart'))).toBe(true);
    },
  );
});
