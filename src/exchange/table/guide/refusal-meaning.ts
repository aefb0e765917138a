/** Refusals explained to a first-time reader. Sources: interface 7.1 to 7.7, wire-facts 2.3. */
export const refusalMeanings = {
  '404': 'HTTP 404: none of your ads has this number',
  '429': 'too many calls: wait as long as Retry-After says',
  '000002': 'illegal parameter, such as more than 20 rows',
  '-1013': 'the ad does not take this quantity',
  '-1102': 'a parameter is missing or malformed; the message names it',
  '-1111': 'more decimals than the market has',
  '-1121': 'the service has no spot market of this symbol',
  '-2015': 'the key lacks the permission, or is not for this address',
  '-2019': 'margin insufficient',
  '-3026': 'the order is completed already',
  '-9000': 'a wrapper: its message holds the real code, or the price range that is allowed',
  '83023': 'the order is not payable any more, or is marked as paid already',
  '83229': 'your business is closed: startBusiness opens it',
  '83230': 'you are taking a break: endRest ends it',
  '83998': 'the order belongs to another account',
  '187022': 'the number of the ad is wrong, or the ad is not online',
  '187031': 'the ad could not be updated: read it again, then send the price alone',
  '187040': 'the quantity is below the minimum',
  '187049': 'surplusAmount was sent along, an order arrived just now, or updates came too often',
  '187055': 'the price is within 4 ticks of another of your own ads',
  '200001035': 'this one-time code was used before: wait for the next one',
} as const;

export type RefusalCode = keyof typeof refusalMeanings;
