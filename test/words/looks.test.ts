import { describe, expect, it } from 'vitest';
import type { WaitCode } from '../../src/domain/orders/order-wait.ts';
import type { CheckName } from '../../src/domain/orders/release-check.ts';
import { helpCommand, lookCommand, nextOrderCommand, switchCommands } from '../../src/words/looks.ts';

describe('P8: the command of a workflow shows it', () => {
  it.each<[string, string | null]>([
    ['order:main:88', 'npx peerdesk order show 88 --account main'],
    ['place:main:r.1', 'npx peerdesk order show r.1 --placement --account main'],
    ['ad:main:7', 'npx peerdesk ad show 7 --account main'],
    ['desk:main', 'npx peerdesk desk show --account main'],
    ['guard:main', 'npx peerdesk desk show --account main'],
    ['egress:home', 'npx peerdesk desk show --account main'],
    ['publish:main:usdt-bob', null],
    ['change:main:7', null],
    ['nothing', null],
    ['order:main:88; npx evil', null],
    ['order:main:88:9', null],
  ])('%s', (workflowId, command) => expect(lookCommand(workflowId, 'main')).toBe(command));
});

describe('P8: what an order most likely needs next, named without what it acts on', () => {
  const gate = (...names: CheckName[]) => ({
    waitingFor: { code: 'release-gate' as const },
    side: 'SELL' as const,
    checks: names.map((name) => ({ name })),
  });
  const at = (code: WaitCode, side: 'BUY' | 'SELL' = 'SELL') => ({ waitingFor: { code }, side, checks: [] });

  it.each([
    ['order verify-kyc', gate('approval', 'additional-kyc')],
    ['order approve-release', gate('payment-match', 'approval')],
    ['order received', gate('payer-name')],
    [null, gate('kill-switch')],
    ['order unhold', at('held')],
    ['order transferred', at('our-payment', 'BUY')],
    ['order record-outcome', at('needs-human')],
    ['order record-outcome', at('confirming')],
    ['order hold', at('awaiting-payment')],
    [null, at('awaiting-payment', 'BUY')],
    ['order dossier', at('appeal')],
    [null, at('releasing')],
  ])('%s', (command, facts) => expect(nextOrderCommand(facts)).toBe(command));

  it('help explains it', () =>
    expect(helpCommand('order approve-release')).toBe('npx peerdesk order approve-release --help'));
});

describe('P8: a page stops releases with one command, and explains the way back', () => {
  const off = { all: null, releases: null, repricing: null, ads: null };

  it.each([
    ['nothing is known', null, 'npx peerdesk desk kill releases --account acme'],
    ['nothing is engaged', off, 'npx peerdesk desk kill releases --account acme'],
    ['one is engaged', { ...off, ads: { by: 'ana', reason: 'x', atMs: 1 } }, 'npx peerdesk desk open --help'],
  ])('%s', (_name, switches, command) => expect(switchCommands(switches, 'acme')).toEqual([command]));
});
