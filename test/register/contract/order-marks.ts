import { describe, expect, it } from 'vitest';
import { takenBack } from '../../../src/domain/register/taken-back.ts';
import { laterMs, startMs, TestDesk, type WorldSource } from './test-desk.ts';

/** What a person takes back stays taken back. */
export function orderMarksContract(world: WorldSource): void {
  describe('the epoch of an order', () => {
    it.each(takenBack)('design 6: %s raises it', async (what) => {
      const desk = await TestDesk.open(world());
      expect(await desk.takeBack('order-1', what)).toMatchObject({ epoch: 1 });
      expect(await desk.takeBack('order-1', what)).toMatchObject({ epoch: 2 });
      expect(await desk.marks('order-1')).toMatchObject({ epoch: 2 });
      expect(await desk.marks('order-2')).toMatchObject({ epoch: 0, held: null });
    });

    it('design 6: a step is not armed when anything was taken back or changed since the look', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.claimed('order-1');
      const { generation, epoch, revision } = await desk.marks('order-1');
      const seen = { generation, epoch, revision };
      const refused = { armed: false, reason: 'TAKEN_BACK' };
      for (const other of [{ generation: 'another' }, { epoch: epoch + 1 }, { revision: revision + 1 }])
        expect(await desk.arm(number, 'order-1', { seen: { ...seen, ...other } })).toMatchObject(refused);
      await desk.takeBack('order-1', 'revoke');
      expect(await desk.arm(number, 'order-1', { seen })).toMatchObject(refused);
      expect(await desk.arm(number, 'order-1')).toEqual({ armed: true });
    });
  });

  describe('a hold', () => {
    it('design 6: stops arming until it is lifted by one who has seen this order of this register', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.claimed('order-1');
      const mark = await desk.takeBack('order-1', 'hold');
      expect(mark).toEqual({ epoch: 1, held: { by: 'ana', note: 'a reason' } });
      expect(await desk.arm(number, 'order-1')).toMatchObject({ armed: false, reason: 'HELD' });
      const { generation } = await desk.marks('order-1');
      const word = { account: desk.account, orderNumber: 'order-1', by: 'ben', signed: null, nowMs: laterMs };
      const changed = { code: 'changed-since-shown', what: 'order' };
      for (const epoch of [0, 2]) expect(await desk.register.unhold({ ...word, generation, epoch })).toEqual(changed);
      expect(await desk.register.unhold({ ...word, generation: 'another', epoch: 1 })).toEqual(changed);
      expect(await desk.arm(number, 'order-1')).toMatchObject({ reason: 'HELD' });
      expect(await desk.register.unhold({ ...word, generation, epoch: 1 })).toBeNull();
      expect(await desk.register.unhold({ ...word, generation, epoch: 1 })).toEqual({ code: 'order-not-held' });
      expect(await desk.marks('order-1')).toMatchObject({ epoch: 1, held: null });
      expect(await desk.arm(number, 'order-1')).toEqual({ armed: true });
    });

    it('S22: a stop holds as well, whatever takes the order up again', async () => {
      const desk = await TestDesk.open(world());
      expect(await desk.takeBack('order-1', 'stop')).toEqual({
        epoch: 1,
        held: { by: 'ana', note: 'stopped: a reason' },
      });
      expect(await desk.arm(await desk.claimed('order-1'), 'order-1')).toMatchObject({ reason: 'HELD' });
      const word = {
        account: desk.account,
        orderNumber: 'order-2',
        what: 'stop',
        by: 'ana',
        note: '',
        nowMs: startMs,
      } as const;
      expect(await desk.register.takeBack(word)).toMatchObject({ held: { by: 'ana', note: 'stopped' } });
    });

    it('design 6: stays when something else is taken back, and shows with each read of the order', async () => {
      const desk = await TestDesk.open(world());
      await desk.takeBack('order-1', 'hold');
      const held = { epoch: 2, held: { by: 'ana', note: 'a reason' } };
      expect(await desk.takeBack('order-1', 'revoke')).toEqual(held);
      expect(await desk.see('order-1')).toMatchObject(held);
    });

    it('money-steps#taking-back: is of the person who has held it last', async () => {
      const desk = await TestDesk.open(world());
      await desk.takeBack('order-1', 'hold');
      const word = { account: desk.account, orderNumber: 'order-1', by: 'ben', note: 'a doubt', nowMs: startMs };
      const held = { by: 'ben', note: 'a doubt' };
      expect(await desk.register.takeBack({ ...word, what: 'hold' })).toEqual({ epoch: 2, held });
      expect(await desk.marks('order-1')).toMatchObject({ epoch: 2, held });
    });
  });

  describe('the reset of an order’s workflow', () => {
    const run = (desk: TestDesk, resetId: string | null) =>
      desk.register.seeRun({ account: desk.account, orderNumber: 'order-1', resetId, nowMs: startMs });

    it('design 6: raises the epoch once', async () => {
      const desk = await TestDesk.open(world());
      expect(await run(desk, null)).toEqual({ epoch: 0, held: null });
      expect(await run(desk, 'reset-1')).toEqual({ epoch: 1, held: null });
      expect(await run(desk, 'reset-1')).toEqual({ epoch: 1, held: null });
      expect(await desk.see('order-1', { resetId: 'reset-1' })).toMatchObject({ epoch: 1 });
      expect(await desk.see('order-1', { resetId: 'reset-2' })).toMatchObject({ epoch: 2 });
      expect(await run(desk, 'reset-1')).toEqual({ epoch: 2, held: null });
    });

    it('design 6: holds again what was ever held', async () => {
      const desk = await TestDesk.open(world());
      await desk.takeBack('order-1', 'hold');
      const { generation } = await desk.marks('order-1');
      const word = { account: desk.account, orderNumber: 'order-1', by: 'ben', signed: null, nowMs: laterMs };
      await desk.register.unhold({ ...word, generation, epoch: 1 });
      await desk.takeBack('order-1', 'revoke');
      const again = await run(desk, 'reset-1');
      expect(again).toEqual({ epoch: 3, held: { by: 'Peerdesk', note: expect.stringContaining('reset') } });
      await desk.register.unhold({ ...word, generation, epoch: 3 });
      expect(await run(desk, 'reset-1')).toEqual({ epoch: 3, held: null });
    });

    it('money-steps#taking-back: an order that is held stays held by whom it was, with the reason', async () => {
      const desk = await TestDesk.open(world());
      await desk.takeBack('order-1', 'hold');
      expect(await run(desk, 'reset-1')).toEqual({ epoch: 2, held: { by: 'ana', note: 'a reason' } });
    });

    it('S22: holds after a change of mode, which it may have undone; the change itself does not', async () => {
      const desk = await TestDesk.open(world());
      expect(await desk.takeBack('order-1', 'mode')).toEqual({ epoch: 1, held: null });
      expect(await desk.takeBack('order-1', 'revoke')).toEqual({ epoch: 2, held: null });
      const held = { by: 'Peerdesk', note: expect.stringContaining('mode') };
      expect(await run(desk, 'reset-1')).toEqual({ epoch: 3, held });
    });
  });
}
