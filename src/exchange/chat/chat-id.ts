/** The ids of chat rows count upwards and have up to 19 digits (wire-facts 12.6): too many for a number. */
const countingForm = /^\d{1,19}$/;

/** Returns a counting id; null for a client's uuid or anything else. */
export function countingId(id: string | null | undefined): string | null {
  return id !== null && id !== undefined && countingForm.test(id) ? id.replace(/^0+(?=\d)/, '') : null;
}

/** Reports whether the left counting id is newer: a longer text is a larger number. */
export function isNewerId(left: string, right: string): boolean {
  return left.length === right.length ? left > right : left.length > right.length;
}

/** Returns the newest counting id, or null. */
export function newestId(ids: readonly (string | null)[]): string | null {
  return ids.reduce((newest, id) => (id !== null && (newest === null || isNewerId(id, newest)) ? id : newest), null);
}

/** Returns the oldest counting id, or null. */
export function oldestId(ids: readonly (string | null)[]): string | null {
  return ids.reduce((oldest, id) => (id !== null && (oldest === null || isNewerId(oldest, id)) ? id : oldest), null);
}
