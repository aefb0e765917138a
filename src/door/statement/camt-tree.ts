/** The parts of ISO 20022's account reports (camt.052), statements (053) and notifications (054) that are read. */
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { plainText } from './plain-text.ts';
import { UnreadableStatement } from './statement-line.ts';
import { unwholeElement } from './whole-xml.ts';

/** Entities are not resolved by the parser. */
const text = z.string().transform(plainText);
/** An element with attributes or without. */
const leaf = z.union([text, z.object({ '#text': text.default('') }).transform((node) => node['#text'])]);
/** What has no content is an empty text. */
const orEmpty = <T>(schema: z.ZodType<T>) =>
  z.union([schema, z.literal('').transform((): undefined => undefined)]).optional();
const sum = z
  .object({ '#text': z.string(), '@Ccy': z.string() })
  .transform((amount) => ({ text: amount['#text'], currency: amount['@Ccy'] }));
export type CamtSum = z.output<typeof sum>;

/** A day may have a zone behind it, which a day of a bank does not need. */
const day = orEmpty(z.object({ Dt: z.string().default(''), DtTm: z.string().optional() })).transform((node) =>
  node === undefined ? '' : (node.DtTm ?? node.Dt.slice(0, '2026-11-28'.length)),
);
/** A party stands in Pty since version 8 of the reports. */
const named = z.object({ Nm: leaf.optional() });
const party = z
  .object({ Nm: leaf.optional(), Pty: orEmpty(named) })
  .transform(({ Nm, Pty }): string => Nm ?? Pty?.Nm ?? '');

const reference = orEmpty(z.object({ AcctSvcrRef: leaf.default('') })).transform((node) => node?.AcctSvcrRef ?? '');
const payer = orEmpty(z.object({ Dbtr: orEmpty(party) })).transform((node) => node?.Dbtr ?? '');
const remittance = orEmpty(z.object({ Ustrd: z.array(leaf).optional() })).transform((node) => node?.Ustrd?.join(' '));
const paid = orEmpty(z.object({ TxAmt: orEmpty(z.object({ Amt: sum.optional() })) })).transform((node) => node?.TxAmt);

const partSchema = z
  .object({
    Refs: reference,
    Amt: sum.optional(),
    AmtDtls: paid,
    CdtDbtInd: z.enum(['CRDT', 'DBIT']).optional(),
    RltdPties: payer,
    RmtInf: remittance,
    AddtlTxInf: leaf.default(''),
  })
  .transform((part) => ({
    reference: part.Refs,
    amount: part.Amt ?? part.AmtDtls?.Amt ?? null,
    side: part.CdtDbtInd,
    payer: part.RltdPties,
    memo: part.RmtInf ?? part.AddtlTxInf,
  }));
export type CamtPart = z.output<typeof partSchema>;

const details = orEmpty(
  z.object({ Btch: orEmpty(z.object({ NbOfTxs: z.string().default('0') })), TxDtls: z.array(partSchema).default([]) }),
);
const status = z.union([z.string(), z.object({ Cd: z.string().default('') }).transform(({ Cd }) => Cd)]);

const entrySchema = z
  .object({
    Amt: sum,
    CdtDbtInd: z.enum(['CRDT', 'DBIT']),
    RvslInd: z.enum(['true', 'false', '1', '0']).default('false'),
    Sts: status.default(''),
    BookgDt: day,
    ValDt: day,
    AcctSvcrRef: leaf.default(''),
    NtryDtls: z.array(details).default([]),
    AddtlNtryInf: leaf.default(''),
  })
  .transform((entry) => ({
    amount: entry.Amt,
    side: entry.CdtDbtInd,
    isReversal: /true|1/.test(entry.RvslInd),
    status: entry.Sts,
    date: entry.BookgDt === '' ? entry.ValDt : entry.BookgDt,
    reference: entry.AcctSvcrRef,
    parts: entry.NtryDtls.flatMap((one) => one?.TxDtls ?? []),
    /** How many payments it says that it is of. */
    counted: entry.NtryDtls.reduce((count, one) => count + Number(one?.Btch?.NbOfTxs ?? 0), 0),
    memo: entry.AddtlNtryInf,
  }));
export type CamtEntry = z.output<typeof entrySchema>;

/** Each kind of document, with the element of its reports. */
const kinds = { BkToCstmrAcctRpt: 'Rpt', BkToCstmrStmt: 'Stmt', BkToCstmrDbtCdtNtfctn: 'Ntfctn' } as const;
const lists = new Set<string>([...Object.values(kinds), 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd']);
const balance = z
  .object({
    Tp: z.object({ CdOrPrtry: z.object({ Cd: z.string() }) }),
    Amt: sum,
    CdtDbtInd: z.enum(['CRDT', 'DBIT']),
  })
  .transform(({ Tp, Amt, CdtDbtInd }) => ({ code: Tp.CdOrPrtry.Cd, amount: Amt, side: CdtDbtInd }));
export type CamtBalance = z.output<typeof balance>;

const pages = orEmpty(z.object({ PgNb: z.string(), LastPgInd: z.string() })).transform(
  (node) => node === undefined || (node.PgNb === '1' && /^(?:true|1)$/.test(node.LastPgInd)),
);
const report = orEmpty(
  z.object({
    Ntry: z.array(z.unknown()).default([]),
    Bal: z.array(z.unknown()).default([]),
    StmtPgntn: pages,
  }),
).transform((node) => ({
  entries: (node?.Ntry ?? []).map((entry) => entrySchema.safeParse(entry).data ?? null),
  balances: (node?.Bal ?? []).flatMap((one) => balance.safeParse(one).data ?? []),
  isOnePage: node?.StmtPgntn ?? true,
}));
type Report = z.output<typeof report>;

export interface CamtReport extends Report {
  /** Its balances are of its entries: a page may have those of all pages, and a report of a day (camt.052) what is new alone. */
  readonly isWhole: boolean;
}

const body = orEmpty(z.record(z.string(), z.unknown()));
const documentSchema = z.object({ Document: body });
const reportsSchema = z.array(report);

/** Returns the reports of a document, with null for an entry that cannot be read. Throws UnreadableStatement. */
export function camtReports(xml: string): CamtReport[] {
  const document = documentSchema.safeParse(treeOf(xml)).data?.Document ?? {};
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find((name) => name in document);
  if (kind === undefined)
    throw new UnreadableStatement('it is XML, and neither camt.052 nor camt.053 nor camt.054: export one of these');
  const reports = z.record(z.string(), z.unknown()).safeParse(document[kind]).data?.[kinds[kind]];
  const parsed = reportsSchema.safeParse(reports);
  if (!parsed.success) throw new UnreadableStatement(`there is no ${kinds[kind]} in its ${kind}`);
  return parsed.data.map((one) => ({ ...one, isWhole: kind === 'BkToCstmrStmt' && one.isOnePage }));
}

function treeOf(xml: string): unknown {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new UnreadableStatement('it declares entities: no bank does');
  // The parser takes what it has of one that was cut off.
  if (!/<\/(?:[\w-]+:)?Document>\s*$/.test(xml)) throw new UnreadableStatement('it is no whole document of XML');
  const broken = unwholeElement(xml);
  if (broken !== null) throw new UnreadableStatement(`it is no whole document of XML: look at ${broken}`);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    processEntities: false,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name: string) => lists.has(name),
  });
  try {
    return parser.parse(xml);
  } catch (error) {
    throw new UnreadableStatement(`it is no XML: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}
