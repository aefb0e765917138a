import { z } from 'zod';
import type { Known } from '../known-fields.ts';
import {
  decimal,
  flag,
  identifier,
  integer,
  exactMillis,
  optional,
  optionals,
  inputs,
  lenients,
  text,
  anyCode,
} from '../wire-value.ts';

/** POST user/baseDetail: businessStatus 1 open, 2 closed, 3 taking a break. */
export const userDetailSchema = z.looseObject({
  ...optionals({ businessStatus: anyCode }),
  ...lenients({
    nickname: text,
    existsNickname: flag,
    kycPassed: flag,
    kycType: anyCode,
    kycFullName: text,
    userKycStatus: text,
    countryCode: text,
    isUserGoogle: flag,
    isUserMobile: flag,
    bindMobileStatus: text,
    isSubUser: flag,
    fiatProtocolConfirm: flag,
    overComplained: integer,
    registerDays: integer,
  }),
});

/** A trade method of the catalogue; its name has two spellings in the sources. */
export const tradeMethodSchema = z.looseObject({
  ...optionals({ identifier: text, name: text, tradeMethodName: text }),
  ...lenients({ id: identifier, shortName: text, iconUrlColor: text }),
});
export type WireTradeMethod = Known<z.infer<typeof tradeMethodSchema>>;

const commissionItemSchema = z.looseObject(
  optionals({
    area: text,
    channel: text,
    fiat: text,
    makerBuyBaseCommissionRate: decimal,
    makerBuyCommissionRate: decimal,
    makerSellBaseCommissionRate: decimal,
    makerSellCommissionRate: decimal,
    takerBuyBaseCommissionRate: decimal,
    takerBuyCommissionRate: decimal,
    takerSellBaseCommissionRate: decimal,
    takerSellCommissionRate: decimal,
  }),
);

const commissionAssetSchema = z.looseObject({
  items: optional(z.array(commissionItemSchema)),
  ...optionals({ asset: text, assetName: text, assetLogoUrl: text }),
});

export const commissionOverviewRequest = z.object(inputs({ fiat: text }));
export const commissionOverviewSchema = z.looseObject({
  assetRetList: optional(z.array(commissionAssetSchema)),
  ...optionals({ userLevel: integer, userDiscountOffRateMaker: decimal, userDiscountOffRateTaker: decimal }),
});
export type WireCommissionOverview = Known<z.infer<typeof commissionOverviewSchema>>;

/** The taker rates: tradeType is `buy` or `sell` in lower case here. */
export const takerCommissionRequest = z.object({
  tradeMethodIdentifier: z.array(text).nullish(),
  ...inputs({ fiat: text, asset: text, area: text, classify: text, tradeType: text }),
});
export const takerCommissionSchema = z.looseObject({
  baseCommissionRate: decimal,
  commissionRate: decimal,
  ...optionals({ tradeMethodIdentifier: text, tradeType: text }),
});

export const adCategoriesSchema = z.looseObject({ advClassifies: z.array(text) });

/** 13 digits, from 2001 to 2286: any other clock setting would have every call refused. */
const isInstant = (value: number): boolean => value >= 1e12 && value < 1e13;

/** GET /api/v3/time answers without an envelope. */
export const serverTimeSchema = z.looseObject({
  serverTime: exactMillis.refine(isInstant, 'not a time of these days'),
});

/** GET /api/v3/ticker/price answers without an envelope. */
export const spotPriceSchema = z.looseObject({ symbol: text, price: decimal });
