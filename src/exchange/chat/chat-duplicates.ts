import type { OrderNotice } from './chat-frame.ts';
import { SeenIds } from './seen-ids.ts';

const maxSeen = 4_096;
const comparedText = 80;

/**
 * Recognises repeated events (wire-facts 7.1, duplicates): by the service's id, or by the writer's uuid for a frame
 * without id. A uuid alone is not enough, because two system rows of one order and moment may share theirs.
 */
export class ChatDuplicates {
  readonly #ids = new SeenIds(maxSeen);
  readonly #withId = new SeenIds(maxSeen);
  readonly #withoutId = new SeenIds(maxSeen);

  /** Returns true the first time an event arrives, with id or without. */
  isFirst(notice: OrderNotice): boolean {
    const { event, uuid } = notice;
    const print = uuid === null ? null : fingerprint(notice);
    if (event.id === uuid) return print !== null && !this.#withId.has(print) && this.#withoutId.add(print);
    const isNew = this.#ids.add(`${event.orderNumber} ${event.id}`);
    if (print === null) return isNew;
    this.#withId.add(print);
    return isNew && !this.#withoutId.has(print);
  }
}

function fingerprint({ event, uuid }: OrderNotice): string {
  const { orderNumber, event: kind, text } = event;
  return JSON.stringify([orderNumber, uuid, kind, text.length, text.slice(0, comparedText)]);
}
