import { CommandRefusedError, type AttachedMatch, type OrderControl, type OrderView } from '../../client/index.ts';

/**
 * Attaches a payment, and who says so. An order of an earlier version, on which it ends (ADR 0025), knows no such key:
 * then without it.
 */
export async function attachPayment(
  control: Pick<OrderControl, 'attachMatch'>,
  match: AttachedMatch,
  by: string,
): Promise<OrderView> {
  try {
    return await control.attachMatch({ ...match, by });
  } catch (error) {
    if (!(error instanceof CommandRefusedError) || !error.message.includes('Unrecognized key: "by"')) throw error;
    return await control.attachMatch(match);
  }
}
