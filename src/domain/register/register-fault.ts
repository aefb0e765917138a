/** Why a register does not do what it is asked, as codes with what completes them; `src/words` says them. */

/** Where a register is that a fault is about: a file, or a database as it may be shown; empty: the one that is known. */
interface Where {
  readonly kind: 'sqlite' | 'postgres';
  readonly at: string;
}

/** It cannot be read or written now, and no register is no permission. */
export type SilentFault =
  | ({ readonly code: 'no-register' } & Where)
  | ({ readonly code: 'newer-schema' | 'older-schema'; readonly version: number; readonly known: number } & Where)
  /** The disk, SQLite or PostgreSQL refuses, and says why. */
  | ({ readonly code: 'unusable'; readonly reason: string } & Where)
  | { readonly code: 'not-a-file' | 'open-to-others' | 'not-a-register' | 'no-write-ahead'; readonly file: string }
  | { readonly code: 'odd-address' | 'not-open' | 'closed' | 'closed-meanwhile' | 'not-leading' }
  /** `operation`: what was asked; null: something that is no operation. */
  | { readonly code: 'late'; readonly limitMs: number; readonly operation: string | null }
  | { readonly code: 'too-slow' }
  | { readonly code: 'unopened'; readonly reason: string }
  | { readonly code: 'thread-ended'; readonly cause: string | null }
  | { readonly code: 'thread-rests'; readonly times: number }
  | { readonly code: 'unfinished' | 'of-a-simulator'; readonly place: string };

/** What is there already, or is in use, stays as it is. */
type KeptFault =
  | { readonly code: 'file-present' | 'in-use'; readonly file: string }
  | { readonly code: 'register-present' }
  /** A fault of this program. */
  | { readonly code: 'broken'; readonly message: string };

export type RegisterFault = SilentFault | KeptFault;
