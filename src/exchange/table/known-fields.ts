/**
 * Only the known fields, at every depth. Fields that the service adds later exist at run time, but a misspelt field
 * must not compile.
 */
export type Known<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? Known<Item>[]
    : T extends object
      ? { [K in keyof T as string extends K ? never : K]: Known<T[K]> }
      : T;
