import { orderPartyTables } from './order-party-tables.ts';

/** Field tables of release 7.4 in short: `name:type`, with `!` where the specification calls a request's field mandatory. */
export const fieldTables: Readonly<Record<string, string>> = {
  UserAdsCategoryResp: 'advClassifies:string[]',
  AdDetailResp:
    'advNo:string advStatus:int advUpdateTime:time advVisibleRet:AdVisibleRetVo asset:string assetLogo:string ' +
    'assetScale:int assetVo:AssetDetail autoReplyMsg:string buyerBtcPositionLimit:number buyerKycLimit:int ' +
    'buyerRegDaysLimit:int classify:string commissionRate:number createTime:time currencyRate:number ' +
    'dynamicMaxSingleTransAmount:number dynamicMaxSingleTransQuantity:number fiatScale:int fiatSymbol:string ' +
    'fiatUnit:string fiatVo:FiatDetail initAmount:number isTradable:boolean maxSingleTransAmount:number ' +
    'maxSingleTransQuantity:number minSingleTransAmount:number minSingleTransQuantity:number ' +
    'offlineReason:string payTimeLimit:int price:number priceFloatingRatio:number priceScale:int priceType:int ' +
    'rateFloatingRatio:number remarks:string surplusAmount:number takerAdditionalKycRequired:int ' +
    'tradableQuantity:number tradeMethodCommissionRateVoList:TradeMethodCommissionRateVo[] ' +
    'tradeMethods:AdTradeMethodResp[] tradeType:string userAllTradeCountMax:int userAllTradeCountMin:int ' +
    'userBuyTradeCountMax:int userBuyTradeCountMin:int userSellTradeCountMax:int userSellTradeCountMin:int ' +
    'userTradeCompleteCountMin:int userTradeCompleteRateFilterTime:int userTradeCompleteRateMin:number ' +
    'userTradeCountFilterTime:int userTradeType:int userTradeVolumeAsset:string userTradeVolumeFilterTime:int ' +
    'userTradeVolumeMax:number userTradeVolumeMin:number',
  AdVisibleRetVo: 'freeAmountVisible:int orderFlowVisible:int surplusAmountVisible:int userSetVisible:int',
  AssetDetail: 'asset:string decimalScale:int iconUrl:string name:string',
  FiatDetail:
    'countryCode:string currencyCode:string currencyScale:int currencySymbol:string iconUrl:string ' + 'priceScale:int',
  TradeMethodCommissionRateVo: 'commissionRate:number tradeMethodIdentifier:string tradeMethodName:string',
  AdTradeMethodResp:
    'iconUrlColor:string identifier:string payAccount:string payBank:string payId:int paySubBank:string ' +
    'payType:string tradeMethodName:string',
  AdReferencePriceQueryReq: 'assets:string[] fiatCurrency:string! fromUserRole:string payType:string tradeType:string!',
  AdReferencePriceResp:
    'asset:string assetScale:int currency:string currencyScale:int currencySymbol:string priceScale:int ' +
    'referencePrice:number',
  AdQueryByPageReq:
    'advNo:string advStatus:int asset:string classify:string endDate:time fiatUnit:string inDeal:int ' +
    'order:string page:int! rows:int! sort:string startDate:time tradeType:string',
  AdPublishReq:
    'asset:string! authType:string autoReplyMsg:string buyerBtcPositionLimit:number buyerKycLimit:int! ' +
    'buyerRegDaysLimit:int classify:string! code:string emailVerifyCode:string fiatUnit:string! ' +
    'googleVerifyCode:string initAmount:number! maxSingleTransAmount:number! minSingleTransAmount:number! ' +
    'mobileVerifyCode:string onlineDelayTime:int onlineNow:boolean payTimeLimit:int price:number ' +
    'priceFloatingRatio:number priceType:int! rateFloatingRatio:number remarks:string saveAsTemplate:int ' +
    'takerAdditionalKycRequired:int templateName:string tradeMethods:AdsTradeMethodVo[]! tradeType:string! ' +
    'userAllTradeCountMax:int userAllTradeCountMin:int userBuyTradeCountMax:int userBuyTradeCountMin:int ' +
    'userSellTradeCountMax:int userSellTradeCountMin:int userTradeCompleteCountMin:int ' +
    'userTradeCompleteRateFilterTime:int userTradeCompleteRateMin:number userTradeCountFilterTime:int ' +
    'userTradeType:int userTradeVolumeAsset:string userTradeVolumeFilterTime:int userTradeVolumeMax:number ' +
    'userTradeVolumeMin:number yubikeyVerifyCode:string',
  AdsTradeMethodVo: 'identifier:string payId:int payType:string',
  AdSearchReq:
    'additionalKycVerifyFilter:int asset:string! countries:string[] fiat:string! filterType:string order:string ' +
    'page:int! payTypes:string[] publisherType:string rows:int! sort:string tradeType:string! ' +
    'transAmount:number',
  AdSearchResp: 'adv:AdDetailResp advertiser:AdvertiserVo',
  AdvertiserVo:
    'advConfirmTime:int email:string margin:number marginUnit:string mobile:string monthFinishRate:number ' +
    'monthOrderCount:int nickName:string orderCount:int realName:string registrationTime:time ' +
    'tagIconUrls:string[] userNo:string userType:string',
  AdUpdateReq:
    'advNo:string! advStatus:int asset:string authType:string autoReplyMsg:string buyerBtcPositionLimit:number ' +
    'buyerKycLimit:int buyerRegDaysLimit:int code:string emailVerifyCode:string fiatUnit:string ' +
    'googleVerifyCode:string initAmount:number maxSingleTransAmount:number minSingleTransAmount:number ' +
    'mobileVerifyCode:string payTimeLimit:int price:number priceFloatingRatio:number priceType:int ' +
    'rateFloatingRatio:number remarks:string saveAsTemplate:int takerAdditionalKycRequired:int ' +
    'templateName:string tradeMethods:AdsTradeMethodVo[] tradeType:string updateMode:string ' +
    'userAllTradeCountMax:int userAllTradeCountMin:int userBuyTradeCountMax:int userBuyTradeCountMin:int ' +
    'userSellTradeCountMax:int userSellTradeCountMin:int userTradeCompleteCountMin:int ' +
    'userTradeCompleteRateFilterTime:int userTradeCompleteRateMin:number userTradeCountFilterTime:int ' +
    'userTradeType:int userTradeVolumeAsset:string userTradeVolumeFilterTime:int userTradeVolumeMax:number ' +
    'userTradeVolumeMin:number yubikeyVerifyCode:string',
  AdUpdateStatusReq: 'advNos:string[]! advStatus:int!',
  AdUpdateStatusResp: 'failList:StatusUpdateResult[] status:boolean',
  StatusUpdateResult: 'advNo:string errorCode:string errorMsg:string',
  MerchantAdsDetailResp: 'buyList:AdDetailVo[] merchant:MerchantDetailVo sellList:AdDetailVo[]',
  AdDetailVo:
    'adVisibleRet:AdVisibleRetVo advNo:string asset:string assetScale:int assetTicketSize:string ' +
    'autoReply:string buyerBtcAmount:number buyerRegisterLimit:int currencyTicketSize:string ' +
    'dynamicMaxOrderAmount:number dynamicMaxOrderPrice:number fiatScale:int fiatSymbol:string fiatUnit:string ' +
    'isConformed:boolean kycLimit:int logo:string mainUserId:int maxOrderAmount:number maxOrderPrice:number ' +
    'minOrderAmount:number minOrderPrice:number offlineReason:string payMethodDtos:PayMethodDto[] ' +
    'payTimeLimit:int payTypeList:string[] price:number priceScale:int priceTicketSize:string remark:string ' +
    'surplusAmount:number takerAdditionalKycRequired:int tradeType:string userId:int',
  PayMethodDto:
    'iconUrlColor:string id:int identifier:string payAccount:string payBank:string payMethodId:string ' +
    'paySubBank:string payType:string tradeMethodBgColor:string tradeMethodName:string ' +
    'tradeMethodShortName:string',
  MerchantDetailVo:
    'advConfirmTime:int assetTicketSize:string authentication:boolean bindMobile:boolean chanelInvolved:string ' +
    'emailVerified:boolean firstOrderDays:int idVerified:boolean margin:number marginUnit:string ' +
    'merchantNo:string monthFinishRate:number monthOrderCount:int nickColor:string nickName:string ' +
    'onlineStatus:string orderCount:int registerDays:int userGradeInstanceResp:UserGradeInstanceResp ' +
    'userKycResp:UserKycResp userNo:string userStatsResp:UserStatsResp userType:string',
  UserGradeInstanceResp:
    'agreementSigned:int emailStatus:int kycStatus:int marginStatus:int mobileStatus:int nickNameStatus:int ' +
    'userGrade:int',
  UserKycResp: 'addressStatus:string kycType:string',
  UserStatsResp:
    'avgPayTimeOfLatest30day:double avgReleaseTimeOfLatest30day:double completedBuyOrderNum:int ' +
    'completedBuyOrderNumOfLatest30day:int completedBuyOrderTotalBtcAmount:number completedOrderNum:int ' +
    'completedOrderNumOfLatest30day:int completedOrderTotalBtcAmount:number ' +
    'completedOrderTotalBtcAmountOfLatest30day:number completedSellOrderNum:int ' +
    'completedSellOrderNumOfLatest30day:int completedSellOrderTotalBtcAmount:number ' +
    'finishRateLatest30day:double firstOrderDays:int payMethodCount:int registerDays:int',
  MerchantStartRestResponse: 'suspendEndTime:time',
  CancelOrderReq: 'orderCancelAdditionalInfo:string orderCancelReasonCode:int! orderNumber:string',
  OrderNoReq: 'orderNumber:string',
  AdOrderNoReq: 'adOrderNo:string',
  ConfirmOrderPaidReq:
    'authType:string code:string confirmPaidType:string emailVerifyCode:string googleVerifyCode:string ' +
    'mobileVerifyCode:string orderNumber:string payId:int yubikeyVerifyCode:string',
  OrderMatchResp:
    'additionalKycVerify:int address:string advMainUserId:int advMakerRoles:string advOrderId:int ' +
    'advOrderNumber:string advUserId:int allowComplainTime:time amount:number asset:string ' +
    'assetTicketSize:string buyerCompanyAccountName:string buyerCreditScore:double buyerMobilePhone:string ' +
    'buyerName:string buyerNickname:string canCancelComplaintOrder:boolean cancelComplaintTime:time ' +
    'cancelReasonAdditional:string cancelReasonDesc:string cancelTime:time chatUnreadCount:int classify:string ' +
    'clientType:string commission:number commissionRate:number complainFreezeTime:time complaintDeadline:time ' +
    'complaintReason:string complaintStatus:int confirmPaidType:string confirmPayEndTime:time ' +
    'confirmPayTime:time confirmPayTimeout:int confirmPayedExpireMinute:int createTime:time currencyRate:number ' +
    'currencyTicketSize:string fiatSymbol:string fiatUnit:string idNumber:string isBuyerCompanyAccount:boolean ' +
    'isChatEnabled:boolean isComplaintAllowed:boolean isRiskCount:int isSellerCompanyAccount:boolean ' +
    'isSupportVirtualNum:boolean lengthOfConfirmTime:int lengthOfPayTime:int mainUserId:int maker:UserVo ' +
    'merchantNo:string nickColor:string notifyPayEndTime:time notifyPayTime:time notifyPayedExpireMinute:int ' +
    'onlineStatus:string orderComplaintAmount:object orderNumber:string orderStatus:int orderTakerRoles:string ' +
    'origin:string payAccount:string payBank:string payMethods:PayMethodVO[] paySubBank:string payTimeLimit:int ' +
    'payType:string payTypeDesc:string payee:string price:number priceTicketSize:string publisherType:string ' +
    'qrCodePath:string quickConfirmAmountUpLimit:number remark:string selectedPayId:int ' +
    'sellerCompanyAccountName:string sellerCreditScore:double sellerMobilePhone:string sellerName:string ' +
    'sellerNickname:string statFlag:int store:StoreVo sysCancelTime:time taker:UserVo takerAmount:number ' +
    'takerCommission:number takerCommissionRate:number totalPrice:number ' +
    'tradeMethodCommissionRateVoList:TradeMethodCommissionRateVo[] tradeType:string unreadCount:int ' +
    'updateTime:time userId:int',
  PayMethodVO:
    'advCount:int createTime:time currentPayAmount:number fieldList:PayMethodField[] iconUrlColor:string id:int ' +
    'isRemoved:int mainUserId:int online:boolean payLimit:number payLimitUnit:string payStatus:string ' +
    'tradeMethodBgColor:string tradeMethodIdentifier:string tradeMethodName:string tradeMethodRisk:string ' +
    'tradeMethodShortName:string updateTime:time userId:int',
  PayMethodField:
    'createTime:time errorKey:string errorWord:string fieldContentType:string fieldId:string fieldName:string ' +
    'fieldTitle:string fieldTitleKey:string fieldValue:string hintKey:string hintWord:string id:int ' +
    'isCopyable:int isDisplay:int isEncrypt:int isRequired:int lengthLimit:int restrictionType:int sequence:int ' +
    'status:int updateTime:time',
  OrderMatchStatsResp: 'buyerPayedCount:int inAppealCount:int inProcessCount:int tradingCount:int',
  UserOrderListReq:
    'advNo:string asset:string endDate:int order:string orderStatus:int orderStatusList:int[] page:int! ' +
    'payType:int rows:int! sort:string startDate:int tradeType:string',
  OrderMatchListResp:
    'additionalKycVerify:int advNo:string amount:string asset:string assetTicketSize:string ' +
    'buyerNickname:string chatUnreadCount:int commission:number commissionRate:number confirmPayEndTime:time ' +
    'createTime:time currencyTicketSize:string fiat:string fiatSymbol:string notifyPayEndTime:time ' +
    'orderNumber:string orderStatus:int priceTicketSize:string sellerNickname:string takerAmount:number ' +
    'takerCommission:number takerCommissionRate:number totalPrice:string ' +
    'tradeMethodCommissionRateVoList:TradeMethodCommissionRateVo[] tradeType:string',
  UserOrderHistory:
    'additionalKycVerify:int advNo:string advertisementRole:string amount:string asset:string commission:number ' +
    'counterPartNickName:time createTime:time fiat:string fiatSymbol:string orderNumber:string ' +
    'orderStatus:string payMethodName:string takerAmount:number takerCommission:number ' +
    'takerCommissionRate:number totalPrice:string tradeType:string unitPrice:number',
  MarkOrderAsPaidReq: 'orderNumber:string payId:int',
  MarkOrderAsPaidResp:
    'complainFreezeTime:time confirmPayEndTime:time notifyPayTime:time orderNumber:string orderStatus:int ' +
    'selectedPayId:int',
  MakeOrderReq:
    'advOrderNumber:string asset:string buyType:string fiatUnit:string matchPrice:number origin:string ' +
    'payId:int payType:string totalAmount:number tradeType:string',
  MakeOrderResp: 'orderMatch:OrderMatchResp result:boolean',
  UserOrderHistoryStatsResp:
    'completedOrderNum:int completedOrderNumOfLatest30day:int finishRate:double finishRateLatest30Day:double ' +
    'numberOfTradesWithCounterpartyCompleted30day:int registerDays:int',
  OrderAdditionalKycVerifyResp: 'kycVerified:boolean orderNumber:string',
  PayMethodResp:
    'advCount:int createTime:time currentPayAmount:number fieldList:PayMethodField[] forbidReason:string id:int ' +
    'isRemoved:int mainUserId:int payAccount:string payBank:string payLimit:number payLimitUnit:string ' +
    'payStatus:string paySubBank:string payType:string payee:string qrCodePath:string tradeMethod:object ' +
    'tradeMethodIdentifier:string updateTime:time userId:int',
  FiatUserDetailResp:
    'bindMobileStatus:string businessStatus:int countryCode:string existsNickname:boolean ' +
    'fiatProtocolConfirm:boolean isSubUser:boolean isUserGoogle:boolean isUserMobile:boolean kycFullName:string ' +
    'kycPassed:boolean kycType:int nickname:string overComplained:int registerDays:int userKycStatus:string',
  RiskWarningTipsReq: 'fiat:string orderNo:string scene:string',
  RiskWarningTipsResp: 'riskHints:RiskWarningTips[]',
  RiskWarningTips: 'riskTips:string riskType:string',
  FetchImageUploadUrlArg: 'imageName:string',
  FetchImageUploadUrlRet: 'imageUrl:string uploadUrl:string',
  MarkOrderMessageAsReadReq: 'orderNo:string userId:int',
  ChatCredentialResp: 'chatWssUrl:string listenKey:string listenToken:string',
  RetrieveChatMessagesWithPaginationResp:
    'content:string createTime:time fromNickName:string height:int id:int imageType:string imageUrl:string ' +
    'orderNo:string self:boolean status:string thumbnailUrl:string type:string uuid:string width:int',
  CommissionRateReq: 'fiat:string',
  CommissionRateOverview:
    'assetRetList:CommissionRateOverviewAsset[] userDiscountOffRateMaker:number userDiscountOffRateTaker:number ' +
    'userLevel:int',
  CommissionRateOverviewAsset: 'asset:string assetLogoUrl:string assetName:string items:CommissionRateOverviewItem[]',
  CommissionRateOverviewItem:
    'area:string channel:string fiat:string makerBuyBaseCommissionRate:number makerBuyCommissionRate:number ' +
    'makerSellBaseCommissionRate:number makerSellCommissionRate:number takerBuyBaseCommissionRate:number ' +
    'takerBuyCommissionRate:number takerSellBaseCommissionRate:number takerSellCommissionRate:number',
  TakerCommissionRateReq:
    'area:string asset:string classify:string fiat:string tradeMethodIdentifier:string[] tradeType:string',
  TakerCommissionRate: 'baseCommissionRate:number commissionRate:number tradeMethodIdentifier:string tradeType:string',
  ...orderPartyTables,
};

/** An endpoint of the release; `data` is the schema of its answer, of one row where it is paged, empty for none. */
export interface Endpoint {
  /** Its number in the interface document, or null. */
  ep: string | null;
  method: string;
  path: string;
  query: string;
  body: string;
  data: string;
}

const row = (line: string): Endpoint => {
  const [ep = '', method = '', path = '', query = '', body = '', data = ''] = line.split('|');
  return { ep: ep === '' ? null : ep, method, path: `/sapi/v1/c2c/${path}`, query, body, data };
};

/** How many the release documents: no comparison misses one that list, client and simulator all have lost. */
export const endpointCount = 43;

/** Number, method, path after the prefix, query, schema of the body, schema of the answer. */
export const endpoints: readonly Endpoint[] = [
  'EP-1|GET|ads/getAvailableAdsCategory|||UserAdsCategoryResp',
  'EP-2|POST|ads/getDetailByNo|adsNo:string!||AdDetailResp',
  'EP-3|POST|ads/getReferencePrice||AdReferencePriceQueryReq|AdReferencePriceResp[]',
  'EP-4|POST|ads/listWithPagination||AdQueryByPageReq|AdDetailResp',
  'EP-5|POST|ads/post||AdPublishReq|string',
  'EP-6|POST|ads/search||AdSearchReq|AdSearchResp',
  'EP-7|POST|ads/update||AdUpdateReq|boolean',
  'EP-8|POST|ads/updateStatus||AdUpdateStatusReq|AdUpdateStatusResp',
  '|POST|digitalCurrency/list|||object[]',
  '|POST|fiatCurrency/list|||object[]',
  'EP-22|POST|merchant/closeBusiness|||boolean',
  'EP-23|POST|merchant/endRest|||boolean',
  'EP-24|GET|merchant/getAdDetails|merchantNo:string||MerchantAdsDetailResp',
  'EP-25|POST|merchant/getOffline|||',
  'EP-26|POST|merchant/getOnline|||',
  'EP-27|POST|merchant/startBusiness|||boolean',
  'EP-28|POST|merchant/startRest|||MerchantStartRestResponse',
  'EP-9|POST|orderMatch/cancelOrder||CancelOrderReq|',
  'EP-10|POST|orderMatch/checkIfAllowedCancelOrder||OrderNoReq|boolean',
  'EP-11|POST|orderMatch/checkIfCanPlaceOrder||AdOrderNoReq|boolean',
  'EP-12|POST|orderMatch/checkIfCanReleaseCoin||ConfirmOrderPaidReq|boolean',
  'EP-13|POST|orderMatch/getUserOrderDetail||AdOrderNoReq|OrderMatchResp',
  'EP-14|GET|orderMatch/getUserOrderSummary|||OrderMatchStatsResp',
  'EP-15|POST|orderMatch/listOrders||UserOrderListReq|OrderMatchListResp',
  'EP-16|GET|orderMatch/listUserOrderHistory|endTimestamp:int page:int rows:int startTimestamp:int tradeType:string||UserOrderHistory',
  'EP-17|POST|orderMatch/markOrderAsPaid||MarkOrderAsPaidReq|MarkOrderAsPaidResp',
  'EP-18|POST|orderMatch/placeOrder||MakeOrderReq|MakeOrderResp',
  'EP-19|POST|orderMatch/queryCounterPartyOrderStatistic||OrderNoReq|UserOrderHistoryStatsResp',
  'EP-20|POST|orderMatch/releaseCoin||ConfirmOrderPaidReq|',
  'EP-21|POST|orderMatch/verifiedAdditionalKyc||OrderNoReq|OrderAdditionalKycVerifyResp',
  'EP-36|GET|paymentMethod/getPayMethodById|id:int!||PayMethodResp',
  'EP-37|GET|paymentMethod/getPayMethodByUserId|||PayMethodResp[]',
  'EP-38|POST|paymentMethod/listAll|||object',
  '|POST|user/baseDetail|||FiatUserDetailResp',
  'EP-29|POST|chat/getRiskWarningTips||RiskWarningTipsReq|RiskWarningTipsResp',
  'EP-30|POST|chat/image/pre-signed-url||FetchImageUploadUrlArg|FetchImageUploadUrlRet',
  'EP-31|POST|chat/markOrderMessagesAsRead||MarkOrderMessageAsReadReq|',
  'EP-32|POST|chat/markUserMessagesAsRead|||',
  'EP-33|GET|chat/retrieveChatCredential|||ChatCredentialResp',
  'EP-34|GET|chat/retrieveChatMessagesWithPagination|chatMessageType:string id:int order:string orderNo:string page:int! rows:int! sort:string||RetrieveChatMessagesWithPaginationResp',
  '|POST|commission-rate/overview||CommissionRateReq|CommissionRateOverview',
  '|POST|commission-rate/taker||TakerCommissionRateReq|TakerCommissionRate[]',
  'EP-37|POST|user/getPayMethodByUserId|||PayMethodResp[]',
].map(row);

/** By operation: names that newer public pages have for some parameters. */
export const otherNames: Readonly<Record<string, string>> = { listUserOrderHistory: 'startTime:int endTime:int' };
