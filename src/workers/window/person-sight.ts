/** What the register knows of the other one of an order: what is noted, and what was with them before. */
import { blockKey, nicknameKey } from '../../domain/orders/counterparty.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { dealingCounts } from '../../domain/people/dealing.ts';
import { shownPart, type SheetPerson } from '../../domain/sheet/order-sheet.ts';
import type { AccountRegister } from '../../register/account-register.ts';

/**
 * Looks a person up. Who of the two the other one is, is known of an order that its workflow has read; a note is found by either
 * number, since the desk's own has none.
 */
export async function personSight(
  register: Pick<AccountRegister, 'assignedTo' | 'dealingOf' | 'dealings' | 'remarks'>,
  { orderNumber, counterpartyNumber, ownNumber, counterpartyNickname }: OrderFacts,
): Promise<SheetPerson> {
  const dealing = await register.dealingOf(orderNumber);
  const dealings = dealing === null ? null : await register.dealings(dealing.person);
  const names = [counterpartyNumber?.toLowerCase(), ownNumber?.toLowerCase(), nicknameOf(counterpartyNickname)];
  const said = (await register.remarks()).find((one) => names.includes(one.person));
  return {
    remark: said === undefined ? null : { text: shownPart(said.text), by: shownPart(said.by) },
    assigned: await register.assignedTo(orderNumber),
    before: dealings === null ? null : dealingCounts(dealings.filter((one) => one.orderNumber !== orderNumber)),
  };
}

function nicknameOf(nickname: string | null): string | null {
  if (nickname === null) return null;
  return blockKey({ kind: 'nickname', key: nicknameKey(nickname), shown: nickname });
}
