/** Files of OFX in the shapes that banks write; what stands in them is made up. */
import { createHash } from 'node:crypto';

/** What the reference of an account's entries begins with. */
export const accountOf = (account: string, bank = ''): string =>
  createHash('sha256')
    .update(JSON.stringify([bank, account]))
    .digest('hex')
    .slice(0, 8)
    .toUpperCase();

const sgmlHead = (charset: string): string =>
  [
    'OFXHEADER:100',
    'DATA:OFXSGML',
    'VERSION:102',
    'SECURITY:NONE',
    'ENCODING:USASCII',
    `CHARSET:${charset}`,
    'COMPRESSION:NONE',
    'OLDFILEUID:NONE',
    'NEWFILEUID:NONE',
    '',
    '',
  ].join('\r\n');

const signOn =
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261128120000<LANGUAGE>ENG<INTU.BID>3000</SONRS></SIGNONMSGSRSV1>';

/** One statement without ends of leaves; `entries` are its rows. */
export const sgml = (entries: string, charset = '1252'): string =>
  `${sgmlHead(charset)}<OFX>${signOn}<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>BOB
<BANKACCTFROM><BANKID>77<ACCTID>123-4<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
${entries}</BANKTRANLIST><LEDGERBAL><BALAMT>400.00<DTASOF>20261128</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n`;

interface Written {
  type?: string;
  posted?: string;
  amount?: string;
  id?: string;
  more?: string;
}

/** An entry of 1.x, a line for each leaf. */
export const entry = ({
  type = 'CREDIT',
  posted = '20261128',
  amount = '400.00',
  id = 'F-1',
  more = '<NAME>Ana Perez',
}: Written = {}): string =>
  `<STMTTRN>\n<TRNTYPE>${type}\n<DTPOSTED>${posted}\n<TRNAMT>${amount}\n<FITID>${id}\n${more}\n</STMTTRN>\n`;

/** All of it on one line, with its header: no end of a leaf, no blank. */
export const oneLine = sgml(entry() + entry({ type: 'DEBIT', amount: '-3.00', id: 'F-2' })).replace(/[\r\n]/g, '');

/** Leaves with their ends under a header of 1.x, commas, a zone with a zero, an empty name, and letters of one byte. */
export const closedLeaves = `${sgmlHead('1252')}<OFX>
<BANKMSGSRSV1>
  <STMTTRNRS>
    <STMTRS>
      <CURDEF>BOB</CURDEF>
      <BANKACCTFROM>
        <BANKID>0341</BANKID>
        <ACCTID>9988</ACCTID>
        <ACCTTYPE>CHECKING</ACCTTYPE>
      </BANKACCTFROM>
      <BANKTRANLIST>
        <DTSTART>20261101100000[-03:EST]</DTSTART>
        <DTEND>20261130100000[-03:EST]</DTEND>
        <STMTTRN>
          <TRNTYPE>CREDIT</TRNTYPE>
          <DTPOSTED>20261128100000[-03:EST]</DTPOSTED>
          <TRNAMT>1250,50</TRNAMT>
          <FITID>NR:28/11/26:1250.50:1</FITID>
          <CHECKNUM>1</CHECKNUM>
          <NAME></NAME>
          <MEMO>PIX José &amp; Irmãos</MEMO>
        </STMTTRN>
        <STMTTRN>
          <TRNTYPE>DEBIT</TRNTYPE>
          <DTPOSTED>20261128100000[-03:EST]</DTPOSTED>
          <TRNAMT>-10,00</TRNAMT>
          <FITID>NR:28/11/26:-10.00:2</FITID>
          <MEMO>TARIFA</MEMO>
        </STMTTRN>
      </BANKTRANLIST>
      <LEDGERBAL><BALAMT>1240,50</BALAMT><DTASOF>20261130100000[-03:EST]</DTASOF></LEDGERBAL>
    </STMTRS>
  </STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
`;

/** 2.x: a payee, an amount that was changed into the account's currency, an empty element, a quoted memo, two accounts. */
export const xml = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX xmlns="http://ofx.example/2003">
<BANKMSGSRSV1>
<STMTTRNRS><STMTRS><CURDEF>BOB</CURDEF>
<BANKACCTFROM><BANKID>77</BANKID><ACCTID>1</ACCTID></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101</DTSTART><DTEND>20261130</DTEND>
<STMTTRN><TRNTYPE>XFER</TRNTYPE><DTPOSTED>20261128093000.000[-4:BOT]</DTPOSTED><TRNAMT>+400</TRNAMT><FITID>SAME</FITID>
<PAYEE><NAME>Ana &#80;erez</NAME><ADDR1>Calle 1</ADDR1><CITY>La Paz</CITY></PAYEE>
<BANKACCTTO><BANKID>5</BANKID><ACCTID>999</ACCTID></BANKACCTTO><MEMO/>
<ORIGCURRENCY><CURRATE>6.96</CURRATE><CURSYM>USD</CURSYM></ORIGCURRENCY></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS>
<STMTTRNRS><STMTRS><CURDEF>BOB</CURDEF>
<BANKACCTFROM><BANKID>77</BANKID><ACCTID>2</ACCTID></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101</DTSTART><DTEND>20261130</DTEND>
<STMTTRN><TRNTYPE>DEP</TRNTYPE><DTPOSTED>20261128120000.000 GMT</DTPOSTED><TRNAMT>400</TRNAMT><FITID>SAME</FITID>
<NAME>Eva</NAME><MEMO><![CDATA[rent & <b>]]></MEMO></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS>
</BANKMSGSRSV1>
</OFX>`;

/** No header, elements without a text and without an end, a "<" in a memo, blanks before the first element. */
export const bare = `\n  <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BOB<BANKACCTFROM><BANKID><ACCTID>55</BANKACCTFROM>
<BANKTRANLIST><DTSTART><DTEND>
<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20261128093000<TRNAMT>7.50<FITID><NAME><MEMO>you < me <3 > all<REFNUM>
</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
