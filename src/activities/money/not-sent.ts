import { ApplicationFailure } from '@temporalio/common';
import { ErrorCategory, type FailureCategory } from '../../domain/failures/error-category.ts';
import { OwnFailure, isOwnFailure } from '../../domain/failures/own-failures.ts';
import type { BarredStep } from '../../domain/step-bar.ts';
import type { EngagedSwitch } from '../../domain/switch-state.ts';
import { stepBarText } from '../../words/step-bar-words.ts';
import { lacksText } from '../../words/check-words.ts';
import type { Check } from '../../domain/orders/release-check.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import { RegisterSilent } from '../../register/register.ts';
import type { MoneyAttempt } from '../activity-contract.ts';

interface RefusalParts {
  readonly retryAfterMs?: number | null;
  /** An earlier call may have left, and shows by then or never; null: not known. */
  readonly openUntilMs?: number | null;
  /** What the release lacks. */
  readonly lacks?: Check[];
}

/** A refusal by Peerdesk itself: nothing has left. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly category: OwnFailure | FailureCategory;
  readonly retryAfterMs: number | null;
  readonly openUntilMs: number | null;
  readonly lacks: Check[] | null;

  constructor(category: OwnFailure | FailureCategory, message: string, parts: RefusalParts = {}) {
    super(message);
    this.category = category;
    this.retryAfterMs = parts.retryAfterMs ?? null;
    this.openUntilMs = parts.openUntilMs ?? null;
    this.lacks = parts.lacks ?? null;
  }
}

/** Turns a refusal of the register into one of the call: its reason, and until when an earlier call may show. */
export function refusedByRegister(barred: BarredStep): NotSent {
  if (barred.code === 'switched-off') return switchedOff(barred.engaged);
  const isOpen = barred.code === 'earlier-may-have-left' || barred.code === 'rival-may-have-left';
  const openUntilMs = isOpen ? barred.untilMs : null;
  return new NotSent(barred.reason, stepBarText(barred), { openUntilMs });
}

/** Turns an engaged switch into the refusal of the call that it stops. */
function switchedOff(engaged: EngagedSwitch): NotSent {
  const lacks: Check[] = [{ name: 'kill-switch', engaged, bringer: 'switch' }];
  return new NotSent(OwnFailure.SWITCHED_OFF, lacksText(lacks), { lacks });
}

/** The end of a step that Peerdesk itself does not let go. */
export function rejected({ category, message, retryAfterMs, openUntilMs, lacks }: NotSent): MoneyAttempt {
  const open = openUntilMs === null ? {} : { openUntilMs };
  return {
    kind: 'rejected',
    category,
    code: null,
    message,
    retryAfterMs,
    ...open,
    ...(lacks === null ? {} : { lacks }),
  };
}

/** The end of a step of which nothing has left. */
export function notSentEnd(error: unknown): MoneyAttempt {
  if (error instanceof NotSent) return rejected(error);
  if (error instanceof RegisterSilent) return rejected(new NotSent(OwnFailure.REGISTER_SILENT, error.message));
  if (error instanceof MarketplaceFailure) {
    const { category, retryAfterMs, message } = error;
    const passes = category === ErrorCategory.UNKNOWN || category === ErrorCategory.NON_RETRIABLE_BUSINESS;
    return rejected(new NotSent(passes ? OwnFailure.NOT_SENT : category, `not read: ${message}`, { retryAfterMs }));
  }
  if (error instanceof ApplicationFailure && isOwnFailure(error.type))
    return rejected(new NotSent(error.type, error.message));
  return rejected(new NotSent(OwnFailure.NOT_SENT, nameOf(error)));
}

/** Names an error whose text may hold anything. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'an error without a name';
}
