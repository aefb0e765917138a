import { describe, expect, it } from 'vitest';
import type { ClaimReply } from '../../src/register/operations/claim.ts';
import { fresh } from './contract/test-desk.ts';

/** Claims the payment of this key for an order and an account of its own. */
export type Claimant = (key: string) => Promise<ClaimReply>;

const clients = 8;
const rounds = 200;

/** `open` returns clients of one register that know nothing of each other. */
export function raceContract(open: (count: number) => Promise<readonly Claimant[]>): void {
  describe(`${clients} clients at once`, () => {
    it(`design 6: exactly one of them gets a payment, ${rounds} times`, async () => {
      const claimants = await open(clients);
      for (let round = 0; round < rounds; round += 1) {
        const key = fresh('payment');
        const replies = await Promise.all(claimants.map((claim) => claim(key)));
        const reasons = replies.map((reply) => (reply.claimed ? 'claimed' : reply.reason)).toSorted();
        expect(reasons).toEqual([...Array.from({ length: clients - 1 }, () => 'PROOF_USED'), 'claimed']);
      }
    });
  });
}
