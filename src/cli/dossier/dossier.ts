/** What an appeal needs of one order, as one value. Every part is there, or says why it is not. */
import type { AuditEntry, OrderCall, OrderView } from '../../client/index.ts';
import type { ChatLine, OrderSheet } from '../../domain/sheet/order-sheet.ts';
import type { KeptEntry } from '../../register/operations/journal.ts';

/** A part, or why it is missing, in words. */
export type DossierPart<Known> = { readonly known: Known } | { readonly missing: string };

/** Returns a part; rejects with nothing but what is no error. */
export async function partOf<Known>(read: () => Promise<Known>): Promise<DossierPart<Known>> {
  try {
    return { known: await read() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { missing: error.message };
  }
}

/** A picture of the chat: a file of the dossier, or why it is none. */
export type DossierPicture = { readonly id: string; readonly name: string } & (
  | { readonly file: string; readonly sha256: string; readonly bytes: number }
  | { readonly missing: string }
);

export interface DossierChat {
  /** The newest last. */
  readonly lines: readonly ChatLine[];
  /** Rows that cannot be read. */
  readonly odd: readonly string[];
  /** Why older messages are missing; null: they are all there. */
  readonly cut: string | null;
}

/** What the desk knows, without the service. */
export interface DeskPart {
  readonly order: DossierPart<OrderView>;
  /** What people did, with approvals. */
  readonly acts: DossierPart<readonly AuditEntry[]>;
  /** What was read and called, and when. */
  readonly calls: DossierPart<readonly OrderCall[]>;
  /** What the register has of it. */
  readonly journal: DossierPart<readonly KeptEntry[]>;
}

/** What the service shows. */
export interface ServicePart {
  readonly sheet: DossierPart<OrderSheet>;
  readonly chat: DossierPart<DossierChat>;
  readonly pictures: readonly DossierPicture[];
}

export interface Dossier extends DeskPart, ServicePart {
  readonly version: 1;
  readonly account: string;
  readonly orderNumber: string;
  readonly madeAtMs: number;
}

/** Returns what a dossier lacks, in words; a part within a sheet counts as one. */
export function lacksOf(dossier: Dossier): string[] {
  const { order, acts, calls, journal, sheet, chat, pictures } = dossier;
  const parts = { order, acts, calls, journal, sheet, chat };
  const missing = Object.entries(parts).flatMap(([name, part]) =>
    'missing' in part ? [`${name}: ${part.missing}`] : [],
  );
  const older = 'known' in chat && chat.known.cut !== null ? [`chat: ${chat.known.cut}`] : [];
  const odd = 'known' in chat ? chat.known.odd.map((row) => `chat: a row cannot be read: ${row}`) : [];
  const lost = pictures.flatMap((one) => ('missing' in one ? [`picture ${one.id} (${one.name}): ${one.missing}`] : []));
  return [...missing, ...older, ...odd, ...lost];
}
