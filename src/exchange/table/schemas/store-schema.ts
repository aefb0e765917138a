import { z } from 'zod';
import { decimal, flag, identifier, lenients, millis, quantity, text, anyCode } from '../wire-value.ts';

const storeAddressSchema = z.looseObject(
  lenients({
    country: text,
    province: text,
    city: text,
    street: text,
    building: text,
    floor: text,
    flat: text,
    zipCode: text,
    remark: text,
  }),
);

const storeMaterialSchema = z.looseObject(
  lenients({
    id: identifier,
    storeId: identifier,
    dataFrom: text,
    dataType: text,
    fileType: text,
    itemData: text,
    itemIdentifier: text,
  }),
);

/** By day; neither the form of these texts nor the zone of each is published. */
const openingTimes = {
  monOpenTime: text,
  monOpenTimeLocal: text,
  tueOpenTime: text,
  tueOpenTimeLocal: text,
  wedOpenTime: text,
  wedOpenTimeLocal: text,
  thuOpenTime: text,
  thuOpenTimeLocal: text,
  friOpenTime: text,
  friOpenTimeLocal: text,
  satOpenTime: text,
  satOpenTimeLocal: text,
  sunOpenTime: text,
  sunOpenTimeLocal: text,
};

/**
 * The store of an order that is paid in cash, StoreVo of the field tables. Sums are in marginUnit, places in degrees;
 * the unit of distance is not published.
 */
export const storeSchema = z.looseObject(
  lenients({
    storeId: identifier,
    userId: identifier,
    storeName: text,
    storeShortName: text,
    status: anyCode,
    applyStatus: anyCode,
    enable: text,
    valid: flag,
    countryCode: text,
    fullAddress: text,
    storeAddressVo: storeAddressSchema,
    geoCode: text,
    latitude: quantity,
    longitude: quantity,
    distance: quantity,
    timeZone: text,
    ...openingTimes,
    margin: decimal,
    marginUnit: text,
    marginFreeze: decimal,
    availableMargin: decimal,
    processingAmount: decimal,
    fineAmount: decimal,
    refundableFineAmount: decimal,
    refundProcessingAmount: decimal,
    remark: text,
    storeMaterialItemVoList: z.array(storeMaterialSchema),
    submissionTime: millis,
    updateTime: millis,
  }),
);
