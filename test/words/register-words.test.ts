import { describe, expect, it } from 'vitest';
import type { RegisterFault } from '../../src/domain/register/register-fault.ts';
import { registerFaultText } from '../../src/words/register-words.ts';
import type { OfCode } from '../../src/words/worded.ts';

const [file, version, known] = ['/var/lib/peerdesk/register.db', 3, 4];

const said = {
  'no-register': { code: 'no-register', kind: 'sqlite', at: file },
  'newer-schema': { code: 'newer-schema', kind: 'sqlite', at: file, version: 5, known },
  'older-schema': { code: 'older-schema', kind: 'postgres', at: '', version, known },
  unusable: { code: 'unusable', kind: 'postgres', at: 'db:5432/desk', reason: 'lock timeout' },
  'not-a-file': { code: 'not-a-file', file },
  'open-to-others': { code: 'open-to-others', file },
  'not-a-register': { code: 'not-a-register', file },
  'no-write-ahead': { code: 'no-write-ahead', file },
  'odd-address': { code: 'odd-address' },
  'not-open': { code: 'not-open' },
  closed: { code: 'closed' },
  'closed-meanwhile': { code: 'closed-meanwhile' },
  'not-leading': { code: 'not-leading' },
  late: { code: 'late', limitMs: 50, operation: 'identity' },
  unopened: { code: 'unopened', reason: 'no thread can be made' },
  'too-slow': { code: 'too-slow' },
  'thread-ended': { code: 'thread-ended', cause: null },
  'thread-rests': { code: 'thread-rests', times: 5 },
  unfinished: { code: 'unfinished', place: file },
  'of-a-simulator': { code: 'of-a-simulator', place: file },
  'file-present': { code: 'file-present', file },
  'register-present': { code: 'register-present' },
  'in-use': { code: 'in-use', file },
  broken: { code: 'broken', message: 'a call out of its order' },
} as const satisfies { [Code in RegisterFault['code']]: OfCode<RegisterFault, Code> };

describe('U16: what is said of a register that does not do what it is asked', () => {
  it.each(Object.entries(said))('%s', (code, fault) => {
    expect(fault.code).toBe(code);
    expect(registerFaultText(fault)).toMatch(/^\S.{12,}[^.]$/);
    expect(registerFaultText(fault)).not.toMatch(/undefined|null|\[object/);
  });

  it('says where it is: a file, a database, or the one that is known', () => {
    expect(registerFaultText(said['newer-schema'])).toContain(`the register ${file} was written by a newer version`);
    expect(registerFaultText(said['older-schema'])).toContain('the register in PostgreSQL is of an older version');
    expect(registerFaultText(said.unusable)).toBe(
      'the register in PostgreSQL at db:5432/desk cannot be used: lock timeout',
    );
    expect(registerFaultText({ code: 'no-register', kind: 'postgres', at: '' })).toContain('in this database');
  });
});
