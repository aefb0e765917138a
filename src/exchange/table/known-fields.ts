/**
 * The fields that are known, at every depth. What the service adds later is there at run time, but a field that is
 * misspelt must not compile.
 */
export type Known<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? Known<Item>[]
    : T extends object
      ? { [K in keyof T as string extends K ? never : K]: Known<T[K]> }
      : T;
