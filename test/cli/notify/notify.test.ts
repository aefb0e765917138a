import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../setup/run-in-process.ts';
import { runPeerdesk } from '../../setup/run-peerdesk.ts';
import { startNoticeReceiver } from '../../workers/notices/notice-receiver.ts';

describe('U16: peerdesk notify --test', () => {
  it('sends a message on each way and says what came back', async () => {
    const receiver = await startNoticeReceiver();
    const env = { PEERDESK_NOTIFY_URL: receiver.url, PEERDESK_NOTIFY_COMMAND: '/bin/cat' };
    const run = await runPeerdesk(['notify', '--test', '--account', 'acme'], env);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('url: arrived: HTTP 200\n  thank you');
    expect(run.stdout).toContain('command: arrived: exit code 0\n  {"version":1,');
    expect(receiver.received).toMatchObject([{ message: { event: 'test', account: 'acme', needs: [] } }]);
  });

  it('ends with 1 when one did not arrive, and never prints the address', async () => {
    const receiver = await startNoticeReceiver();
    receiver.answerWith((response) => void response.writeHead(401).end('\u001b[31mwho are you?'));
    const run = await runInProcess(['notify', '--test'], { PEERDESK_NOTIFY_URL: receiver.url });
    expect(run).toMatchObject({ exitCode: 1, stderr: '' });
    expect(run.stdout).toBe('url: did NOT arrive: the address answered HTTP 401\n  [31mwho are you?\n');
  });

  it('names a misspelt variable, which would leave the merchant untold', async () => {
    const run = await runInProcess(['notify', '--test'], { PEERDESK_NOTIFY_UR: 'https://x.example' });
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toContain('warning: nothing reads PEERDESK_NOTIFY_UR; did you mean PEERDESK_NOTIFY_URL?\n');
  });

  it('without a way, or with a wrong one, ends with 4 and one line', async () => {
    expect(await runInProcess(['notify', '--test'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('no way is set: PEERDESK_NOTIFY_URL'),
    });
    expect(await runInProcess(['notify', '--test'], { PEERDESK_NOTIFY_URL: 'ftp://x.example' })).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('must be https'),
    });
  });
});
