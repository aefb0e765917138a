/** Field tables of release 7.4 for the parties of an order and its store, in the notation of `field-tables.ts`. */
export const orderPartyTables: Readonly<Record<string, string>> = {
  UserVo:
    'advConfirmTime:int badges:string[] businessMobile:string businessStatus:int complaintCount:int ' +
    'countyCode:string createTime:time email:string eqMargin:number eqMarginUnit:string fiatTradingAccount:int ' +
    'firstOrderDays:int fundpwdStatus:int id:int informMethods:string maliceInitiatorCount:int margin:number ' +
    'marginAsset:DigitalCurrencyVo marginFreeze:number marginStatsItems:MarginStatisticItem[] marginUnit:string ' +
    'maskedBusinessMobile:string maskedEmail:string merchantType:string mobile:string mobileDisplayStatus:int ' +
    'monthFinishRate:number monthOrderCount:int nickColor:string nickName:string onlineStatus:int ' +
    'orderCount:int overComplained:int parentId:int payMethodCount:int proMerchantVo:ProMerchantVo ' +
    'realName:string registerDays:int registrationTime:time tradingAccount:int updateTime:time ' +
    'userGradeInstanceVo:UserGradeInstanceVo userId:int userKycVo:UserKycVo userNo:string ' +
    'userOrderHistoryStatsVo:UserOrderHistoryStatsVo userOrderInProgressStatsVo:object userType:string',
  DigitalCurrencyVo:
    'asset:string createTime:time decimalScale:int iconUrl:string isEnable:int isTransVisible:int name:string ' +
    'ranking:int updateTime:time',
  MarginStatisticItem: 'margin:number marginUnit:string',
  ProMerchantVo: 'merchantDescription:string merchantLogo:string',
  UserGradeInstanceVo:
    'agreementSigned:int authorityId:int createTime:time emailStatus:int id:int kycStatus:int marginStatus:int ' +
    'mobileStatus:int nickNameStatus:int parentId:int qualificationId:int updateTime:time ' +
    'userGradeQualificationVo:UserGradeQualificationVo userId:int',
  UserGradeQualificationVo:
    'accountGrade:int accountType:int agreement:int countryCode:string createTime:time defaultAuthority:int ' +
    'email:int gradeName:string id:int kycVerify:int margin:int mobile:int nickName:int typeName:string ' +
    'updateTime:time',
  UserKycVo:
    'address:string addressStatus:string basicStatus:string certificateStatus:int companyName:string ' +
    'countyCode:string createTime:time faceStatus:string firstName:string idNo:string identityStatus:string ' +
    'kycLevel:int kycStatus:string kycType:string lastName:string middleName:string updateTime:time userId:int',
  UserOrderHistoryStatsVo:
    'accountAge:int appealedOrderCountHistorical:int appealedOrderCountLast30Days:int ' +
    'appealedRateHistorical:number appealedRateLast30Days:number avgPayTime:double ' +
    'avgPayTimeOfLatest30day:double avgReleaseTime:double avgReleaseTimeOfLatest30day:double buyOrderNum:int ' +
    'buyOrderNumOfLatest30day:int canceledBuyOrderNum:int canceledBuyOrderNumOfLatest30day:int ' +
    'completedBuyOrderNum:int completedBuyOrderNumOfLatest30day:int completedBuyOrderTotalBtcAmount:number ' +
    'completedBuyOrderTotalBtcAmountOfLatest30day:number completedOrderNum:int ' +
    'completedOrderNumOfLatest30day:int completedOrderTotalBtcAmount:number ' +
    'completedOrderTotalBtcAmountOfLatest30day:number completedSellOrderNum:int ' +
    'completedSellOrderNumOfLatest30day:int completedSellOrderTotalBtcAmount:number ' +
    'completedSellOrderTotalBtcAmountOfLatest30day:number counterpartyNum:int creditScore:double ' +
    'finishRate:double finishRateLatest30Day:double',
  StoreVo:
    'applyStatus:int availableMargin:number countryCode:string distance:number enable:string fineAmount:number ' +
    'friOpenTime:string friOpenTimeLocal:string fullAddress:string geoCode:string latitude:number ' +
    'longitude:number margin:number marginFreeze:number marginUnit:string monOpenTime:string ' +
    'monOpenTimeLocal:string processingAmount:number refundProcessingAmount:number refundableFineAmount:number ' +
    'remark:string satOpenTime:string satOpenTimeLocal:string status:int storeAddressVo:StoreAddressVo ' +
    'storeId:int storeMaterialItemVoList:StoreMaterialItemVo[] storeName:string storeShortName:string ' +
    'submissionTime:time sunOpenTime:string sunOpenTimeLocal:string thuOpenTime:string thuOpenTimeLocal:string ' +
    'timeZone:string tueOpenTime:string tueOpenTimeLocal:string updateTime:time userId:int valid:boolean ' +
    'wedOpenTime:string wedOpenTimeLocal:string',
  StoreAddressVo:
    'building:string city:string country:string flat:string floor:string province:string remark:string ' +
    'street:string zipCode:string',
  StoreMaterialItemVo:
    'dataFrom:string dataType:string fileType:string id:int itemData:string itemIdentifier:string storeId:int',
};
