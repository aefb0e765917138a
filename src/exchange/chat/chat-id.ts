/** The ids of chat rows count upwards and have up to 19 digits (wire-facts 12.6): too many for a number. */
const countingForm = /^\d{1,19}$/;

/** Takes an id as a frame carries it and gives it when it counts; null for a client's uuid or anything else. */
export function countingId(id: string | null | undefined): string | null {
  return id !== null && id !== undefined && countingForm.test(id) ? id.replace(/^0+(?=\d)/, '') : null;
}

/** Takes two counting ids and tells whether the left is newer: the longer text is the larger number. */
export function isNewerId(left: string, right: string): boolean {
  return left.length === right.length ? left > right : left.length > right.length;
}

/** Takes counting ids and gives the newest; null when there is none. */
export function newestId(ids: readonly (string | null)[]): string | null {
  return ids.reduce((newest, id) => (id !== null && (newest === null || isNewerId(id, newest)) ? id : newest), null);
}

/** Takes counting ids and gives the oldest; null when there is none. */
export function oldestId(ids: readonly (string | null)[]): string | null {
  return ids.reduce((oldest, id) => (id !== null && (oldest === null || isNewerId(oldest, id)) ? id : oldest), null);
}
