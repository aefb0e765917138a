import { datedMoment, type DateForm } from './dated-text.ts';
import { readByTemplate, type MessageTemplate, type MessageValues } from './message-template.ts';
import { writtenAmount, type DecimalMark } from './written-amount.ts';

/** How the messages of a source are written. */
export interface MessageForm extends DateForm {
  readonly templates: readonly MessageTemplate[];
  readonly decimal: DecimalMark;
  readonly currency: string;
}

export interface ReadMessage {
  readonly amount: string;
  readonly payer: string | null;
  readonly reference: string | null;
  readonly memo: string;
  /** Null: it says no time. */
  readonly bookedAtMs: number | null;
}

/** Why a message is none of a payment: no template fits, one fits in two ways, or a part is not what it should be. */
export type MessageRefusal = 'none' | 'unclear' | 'amount' | 'date';

/** Reads a message by the first template that it fits. */
export function readMessage(text: string, form: MessageForm): ReadMessage | MessageRefusal {
  for (const template of form.templates) {
    const values = readByTemplate(template, text);
    if (values !== 'none') return values === 'unclear' ? values : readValues(values, form);
  }
  return 'none';
}

function readValues(values: MessageValues, form: MessageForm): ReadMessage | MessageRefusal {
  const { amount = '', payer = null, reference = null, memo = '', date = null } = values;
  const written = writtenAmount(amount, form);
  if (written === null) return 'amount';
  const bookedAtMs = date === null ? null : datedMoment(date, form);
  if (date !== null && bookedAtMs === null) return 'date';
  return { amount: written.amount, payer, reference, memo, bookedAtMs };
}
