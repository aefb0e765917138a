import { describe, expect, it } from 'vitest';
import { requireConsent, requireConsentToAll } from '../../../src/cli/session/consent.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { runInProcess } from '../../setup/run-in-process.ts';

/** A person at a terminal with this answer, and the questions asked. */
function person(answer: string) {
  const asked: string[] = [];
  const askPerson = (question: string): Promise<string> => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  return { asked, askPerson };
}

const what = 'placing an order commits money';

describe('what cannot be taken back', () => {
  it('without a terminal is refused with the option that means it', async () => {
    await expect(requireConsent({}, { agreed: false, what })).rejects.toThrow(`${what}: add --yes to mean it`);
    await expect(requireConsent({}, { agreed: false, what, option: '--confirm-live' })).rejects.toThrow(
      'add --confirm-live to mean it',
    );
  });

  it('with the option no one is asked', async () => {
    const { asked, askPerson } = person('n');
    await requireConsent({ askPerson }, { agreed: true, what });
    expect(asked).toEqual([]);
  });

  it.each(['y', ' Yes ', 'YES'])('a person who answers %j means it', async (answer) => {
    const { asked, askPerson } = person(answer);
    await requireConsent({ askPerson }, { agreed: false, what });
    expect(asked).toEqual([`${what}. Go on? [y/N] `]);
  });

  it.each(['', 'n', 'yesterday', 'ok'])('%j is no agreement', async (answer) => {
    const refused = requireConsent(person(answer), { agreed: false, what });
    await expect(refused).rejects.toThrow(`not done, because it was not confirmed: ${what}`);
  });
});

describe('changes that are agreed to together', () => {
  const lines = ['LOOSENS a', 'LOOSENS b', 'stop c'];
  /** The screen of a person with this answer: what is asked stands on it, too. */
  function screenOf(answer: string) {
    const screen: string[] = [];
    const write = (text: string): number => screen.push(text.trimEnd());
    const askPerson = (question: string): Promise<string> => (write(question), Promise.resolve(answer));
    return { screen, context: { stderr: { write }, askPerson } };
  }

  it('stand on a line each, above one question', async () => {
    const { screen, context } = screenOf('y');
    await requireConsentToAll(context, { agreed: false, lines });
    expect(screen).toEqual([...lines, '3 changes have to be agreed to. Go on? [y/N]']);
  });

  it('are refused together, by a person', async () => {
    const refused = requireConsentToAll(screenOf('n').context, { agreed: false, lines });
    await expect(refused).rejects.toThrow('not done, because it was not confirmed: 3 changes have to be agreed to');
  });

  it('are refused together without a terminal, and the refusal has each of them', async () => {
    const { stderr } = screenOf('y').context;
    const refused = requireConsentToAll({ stderr }, { agreed: false, lines });
    await expect(refused).rejects.toMatchObject({
      exitCode: 6,
      message: '3 changes have to be agreed to: add --yes to mean them',
      data: { changes: lines },
    });
  });

  it('one alone is the question itself, and none asks nothing', async () => {
    const { screen, context } = screenOf('y');
    await requireConsentToAll(context, { agreed: false, lines: ['LOOSENS a'] });
    await requireConsentToAll(context, { agreed: false, lines: [] });
    expect(screen).toEqual(['LOOSENS a. Go on? [y/N]']);
  });

  it('with --yes each is noted, and no one is asked', async () => {
    const { screen, context } = screenOf('n');
    await requireConsentToAll(context, { agreed: true, lines });
    expect(screen).toEqual(lines.map((line) => `agreed by --yes: ${line}`));
  });
});

const offer = ['--ad', '1', '--side', 'buy', '--amount', '5', '--price', '9', '--asset', 'USDT', '--fiat', 'BOB'];
const ruling = ['order', 'record-outcome', '7', '--note', 'seen', '--outcome'];
const irreversible: [string, string[], RegExp][] = [
  ['order stop', ['order', 'stop', '7', '8'], /neither watches, pays nor releases 7 8, and you finish it in the app/],
  ['order place', ['order', 'place', ...offer], /placing an order commits money/],
  ['order record-outcome, not-done', [...ruling, 'not-done'], /if it did happen, it happens twice/],
  ['order record-outcome, give-up', [...ruling, 'give-up'], /the desk does no more about it/],
  ['call of a money step', ['call', 'markOrderAsPaid', '--param', 'orderNumber=7'], /cannot be undone/],
];

describe('asks before it connects to anything', () => {
  /** Nothing listens there: a command that continues ends with code 3. */
  const env = { TEMPORAL_ADDRESS: '127.0.0.1:1', PEERDESK_BASE_URL: 'http://127.0.0.1:1' };

  it.each(irreversible)('%s: a script has to say --yes', async (_name, args, message) => {
    const run = await runInProcess(args, env);
    expect(run).toMatchObject({ exitCode: 6, stdout: '' });
    expect(run.stderr).toMatch(message);
    expect(run.stderr).toMatch(/add --yes to mean it/);
    const meant = await runInProcess([...args, '--yes'], env);
    expect([3, 4]).toContain(meant.exitCode);
  });

  it.each(irreversible)('%s: a person at a terminal is asked', async (_name, args, message) => {
    const texts: string[] = [];
    const sink = { write: (text: string) => texts.push(text) };
    const { asked, askPerson } = person('no');
    expect(await runCli(args, { env, stdout: sink, stderr: sink, askPerson })).toBe(6);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(message);
    expect(texts.join('')).toMatch(/^peerdesk: not done, because it was not confirmed/);
  });

  it('a ruling that sends nothing is not asked about', async () => {
    expect(await runInProcess([...ruling, 'done'], env)).toMatchObject({ exitCode: 3 });
  });
});
