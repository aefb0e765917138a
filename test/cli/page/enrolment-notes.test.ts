import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { enrolmentNotes, newEnrolment } from '../../../src/cli/page/enrolment-notes.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const used = { problem: 'enrolment-used' };

async function notesOf() {
  const folder = await temporaryDirectory();
  const env = { PEERDESK_STATE_DIR: folder };
  const notes = enrolmentNotes(env);
  return {
    folder,
    make: (nowMs: number, person = 'ana') => newEnrolment(env, { person, by: 'ida' }, nowMs).word,
    take: (word: string, nowMs: number) => notes.take(word, nowMs),
  };
}

describe('phone: the word that lets a person make a passkey', () => {
  it('counts once, however it is typed', async () => {
    const { make, take } = await notesOf();
    const word = make(0);
    expect(word).toMatch(/^(?:[2-9A-HJKMNP-Z]{4}-?){3}$/);
    expect(take('AAAA-AAAA-AAAA', 1)).toEqual(used);
    expect(take(` ${word.toLowerCase().replaceAll('-', '')}`, 1)).toEqual({ person: 'ana', by: 'ida' });
    expect(take(word, 2)).toEqual(used);
  });

  it('counts for ten minutes, and after that no more', async () => {
    const { make, take } = await notesOf();
    const word = make(0);
    expect(take(word, 600_000)).toEqual({ problem: 'enrolment-late' });
    expect(take(word, 1)).toEqual(used);
  });

  it('is one for each person: another one voids the earlier, and none of another person', async () => {
    const { make, take } = await notesOf();
    const [first, bens, second] = [make(0), make(0, 'ben'), make(1, 'Ana')];
    expect(take(first, 2)).toEqual(used);
    expect(take(bens, 2)).toEqual({ person: 'ben', by: 'ida' });
    expect(take(second, 2)).toEqual({ person: 'Ana', by: 'ida' });
  });

  it('stands in no file, and the next one takes away those that are late', async () => {
    const { folder, make } = await notesOf();
    const word = make(0);
    const [first = ''] = readdirSync(folder);
    expect(first).not.toContain(word.replaceAll('-', ''));
    make(600_000);
    expect(readdirSync(folder)).not.toContain(first);
  });

  it('counts no more where others could have written it', async () => {
    const { folder, make, take } = await notesOf();
    const word = make(0);
    const [file = ''] = readdirSync(folder);
    chmodSync(join(folder, file), 0o666);
    expect(take(word, 1)).toEqual(used);
    writeFileSync(join(folder, file), 'no JSON', { mode: 0o600 });
    chmodSync(join(folder, file), 0o600);
    expect(take(word, 1)).toEqual(used);
  });
});
