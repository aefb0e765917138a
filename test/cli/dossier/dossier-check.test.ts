import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDossier, refuseFilled, writeDossier } from '../../../src/cli/dossier/dossier-folder.ts';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { publicKeyText } from '../../../src/config/environment/approver-keys.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const names = { account: 'main', orderNumber: '88', madeAtMs: Date.UTC(2026, 10, 21, 8) };
const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
const files = [file('dossier.json', '{}\n'), file('dossier.md', '# Order\n'), file('pictures/51.png', 'png')];

function signingOf(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = { name, privateKey, publicKey: publicKeyText(publicKey) };
  return { key, nowMs: names.madeAtMs, approvalLifeMs: 900_000 };
}

async function written(signing: ReturnType<typeof signingOf> | null = null) {
  const folder = join(await temporaryDirectory(), 'appeal');
  writeDossier(folder, { files, names, signing });
  return folder;
}

describe('peerdesk order dossier check', () => {
  it('dossier: one that is whole says whose signature it has, long after the end that a word has', async () => {
    const signing = signingOf('ana');
    const folder = await written(signing);
    const { publicKey } = signing.key;
    expect(checkDossier(folder)).toEqual({
      faults: [],
      files: 3,
      signature: { ...names, by: 'ana', keyId: 'ana', publicKey },
    });
    const env = { PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: `ana=${publicKey}` };
    const known = await runInProcess(['order', 'dossier', 'check', folder, '--public-key', publicKey], env);
    expect(known).toMatchObject({ exitCode: ExitCode.OK, stderr: '' });
    expect(known.stdout).toContain(`signed as ana at 2026-11-21T08:00:00Z with the key ${publicKey}, an approver`);
    const strange = await runInProcess(['order', 'dossier', 'check', folder, '--json'], {});
    expect(JSON.parse(strange.stdout)).toMatchObject({ isWhole: true, isApprover: false, signature: { by: 'ana' } });
    expect(statSync(join(folder, 'dossier.json')).mode & 0o077).toBe(0);
  });

  it('dossier: what was changed, added, taken away or signed by another one is named, with exit code 6', async () => {
    const folder = await written(signingOf('ana'));
    writeFileSync(join(folder, 'dossier.md'), '# Another order\n');
    writeFileSync(join(folder, 'more.txt'), 'x');
    rmSync(join(folder, 'pictures/51.png'));
    const { exitCode, stdout } = await runInProcess(['order', 'dossier', 'check', folder]);
    expect(exitCode).toBe(ExitCode.REFUSED);
    expect(stdout.split('\n').slice(1, -1).toSorted()).toEqual([
      '  dossier.md: it was changed',
      '  more.txt: it was added',
      '  pictures/51.png: it is missing',
    ]);
    const signature = readFileSync(join(await written(signingOf('eva')), 'signature.json'), 'utf8');
    const other = await written(signingOf('ana'));
    writeFileSync(join(other, 'signature.json'), signature.replace('"88"', '"89"'));
    expect(checkDossier(other).faults).toEqual(['signature.json: it does not fit the list of sums']);
    writeFileSync(join(other, 'signature.json'), '{');
    expect(checkDossier(other).faults).toEqual(['signature.json: it is no signature']);
    const plain = await written();
    const wanted = await runInProcess(['order', 'dossier', 'check', plain, '--public-key', 'x']);
    expect(wanted.exitCode).toBe(ExitCode.REFUSED);
    expect((await runInProcess(['order', 'dossier', 'check', plain])).stdout).toContain('it is not signed');
  });

  it('dossier: a list of sums leads to no other folder, and a link is no file', async () => {
    const folder = await written();
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    for (const evil of ['../secret', '/etc/passwd', 'pictures/../../x.png', '']) {
      writeFileSync(join(folder, 'SHA256SUMS'), `${sums}${'0'.repeat(64)}  ${evil}\n`);
      expect(checkDossier(folder).faults).toEqual(['SHA256SUMS: a line is no sum of a file, or is there twice']);
    }
    writeFileSync(join(folder, 'SHA256SUMS'), sums);
    rmSync(join(folder, 'dossier.md'));
    symlinkSync(join(folder, 'dossier.json'), join(folder, 'dossier.md'));
    expect(checkDossier(folder).faults).toEqual(['dossier.md: it is missing']);
    writeFileSync(join(folder, 'SHA256SUMS'), sums.split('\n').slice(1).join('\n'));
    expect(checkDossier(folder).faults).toContain('dossier.json: it has no sum');
  });

  it('dossier: a folder that has something is never written to, and one without sums is no dossier', async () => {
    const folder = await written();
    expect(() => refuseFilled(folder)).toThrow('has something in it');
    const empty = await temporaryDirectory();
    mkdirSync(join(empty, 'new'));
    expect(() => refuseFilled(join(empty, 'new'))).not.toThrow();
    const checked = await runInProcess(['order', 'dossier', 'check', empty]);
    expect(checked).toMatchObject({ exitCode: ExitCode.REFUSED });
    expect(checked.stderr).toContain('is no dossier');
    const nowhere = await runInProcess(['order', 'dossier', '88']);
    expect(nowhere.stderr).toContain('--out is missing');
  });
});
