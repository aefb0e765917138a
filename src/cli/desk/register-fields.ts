/** What the page of a desk says of the register. */
import type { GuardView } from '../../client/index.ts';
import { restrictionsOfGuard } from '../../domain/guard/restriction.ts';
import type { AccountSummary } from '../../register/operations/summary.ts';
import { otherTemporalText } from '../../words/register-words.ts';
import { olderCopyText, openText, restrictionField, sumsText, type Field } from '../register/register-text.ts';

/** The register of this machine, as far as it is the worker's own. */
export interface ShownRegister {
  /** Null: it is not here, or has nothing of the account. */
  readonly summary: AccountSummary | null;
  readonly why: string;
  /** One is here, and does not answer. */
  readonly isSilent: boolean;
}

/** Returns the fields of a desk that the register alone knows; `register` of null: it did not answer. */
export function registerFields(register: ShownRegister | null, guard: GuardView | null): Field[] {
  if (register === null) return [['register', 'does not answer: sums and payments are not shown']];
  const { summary, why } = register;
  if (summary === null) {
    const reason = why === '' ? 'it has nothing of this account yet' : why;
    return [['register', `sums and payments are not shown: ${reason}`]];
  }
  const { released, payments, unexplained, open, account } = summary;
  const older = olderCopyText(summary);
  return [
    ['released in 24 hours', sumsText(released)],
    ['payments used', payments],
    ...onlyKept(summary, guard),
    ...open.map((row): Field => ['may have left', openText(row)]),
    ...(older === null ? [] : [['needs you', older] as const]),
    ...(summary.isOtherTemporal ? [['needs you', otherTemporalText(account)] as const] : []),
    ...(unexplained.length === 0
      ? []
      : [
          [
            'needs you',
            `unknown releases ${unexplained.map(({ orderNumber }) => orderNumber).join(', ')}: \`peerdesk register explain ${account}\``,
          ] as const,
        ]),
  ];
}

/** What the guard does not have yet restricts all the same. */
function onlyKept({ entries }: AccountSummary, guard: GuardView | null): Field[] {
  const known = guard === null ? [] : restrictionsOfGuard(guard).map(({ kind, key }) => `${kind} ${key}`);
  const more = entries.filter(({ kind, key }) => !known.includes(`${kind} ${key}`));
  return more.map((entry): Field => {
    const [name, value] = restrictionField(entry);
    return [name, `${value} (in the register alone)`];
  });
}
