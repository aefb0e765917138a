/**
 * The name of a key: that of its person, and where he has several keys, behind a plus that of the device which holds it, as in
 * Ana+phone.
 */
export const keyNamePattern = /^[\w.-]{1,40}(?:\+[\w.-]{1,20})?$/;

/** Returns whose key it is. */
export function personOfKey(keyName: string): string {
  const [person = ''] = keyName.split('+', 1);
  return person;
}

/** Returns which device of the person holds the key; null: the name does not say. */
export function deviceOfKey(keyName: string): string | null {
  const place = keyName.indexOf('+');
  return place < 0 ? null : keyName.slice(place + 1);
}
