/** Returns the reason of a row that needs a human; empty: its workflow has not answered. */
export function needText(reason: string): string {
  return reason === '' ? 'needs you' : `needs you: ${reason}`;
}
