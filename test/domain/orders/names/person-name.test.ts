import { describe, expect, it } from 'vitest';
import { isSamePerson, personKey } from '../../../../src/domain/orders/names/person-name.ts';

/** What stands for letters that a bank or the service hides. */
const masks = [...Array.from('*＊﹡⁎∗•●○◯〇■□█░✱❌⭐#_?¿~@+0９①.·・-—,/|\ufffdxＸⓧ×°'), "'", '\u20dd*'];
/** One of these may be part of a name. */
const partsOfNames = /[xＸⓧ.,'・—/-]/;
const masked = masks.flatMap((mask): [string, string][] => [
  [`J${mask.repeat(3)}z Rojas`, `J${mask.repeat(3)}z Rojas`],
  [`Ana ${mask.repeat(3)} Rojas`, `Rojas ana ${mask.repeat(3)}`],
  ...(partsOfNames.test(mask) ? [] : [[`J${mask}z`, `J${mask}z`] satisfies [string, string]]),
]);

describe('I6: names', () => {
  it.each([
    ['José Pérez', 'JOSE PEREZ'],
    ['  José   Pérez ', 'perez jose'],
    ['PÉREZ, JOSÉ', 'José Pérez'],
    ["O'Brien-Díaz Ana", 'ana obrien diaz'],
    ['Straße Jörg', 'JORG STRASSE'],
    ['Ｊｏｓｅ Pérez', 'jose perez'],
    ['José', 'Jose'],
    ['김철수', '김철수'.normalize('NFD')],
    ['राम कुमार', 'कुमार राम'],
    ['Nguyễn Văn', 'NGUYEN VAN'],
    ['Juan Rojas III', 'JUAN ROJAS III'],
    ['Aung Oo', 'OO AUNG'],
    ['Jamie Foxx', 'jamie foxx'],
    ['Иван Хохлов', 'хохлов иван'],
    ['ローラ 佐々木', '佐々木 ローラ'],
    ['Kim 철수', '철수 kim'],
    ['Jo\u200bsé', 'jose'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['J.R. Smith', 'jr smith'],
    ['Ma. del Carmen', 'MA DEL CARMEN'],
    ['Ana - Rojas', 'ana rojas'],
    ['O‘Brien', 'O’BRIEN'],
    ['O´Brien', 'o´brien'],
    ['PÉREZ,JOSÉ', 'José Pérez'],
    ['Gal·la', 'GAL·LA'],
    ['ジョン・スミス', 'スミス ジョン'],
    ['ג׳ורג׳ לוי', 'לוי ג׳ורג׳'],
    ['བསྟན་འཛིན', 'བསྟན་འཛིན'],
    ['JOSE (PEPE) RIOS', 'José (Pepe) Ríos'],
    ['A/B SRL 2000', 'a/b S.R.L. 2000'],
    ['Tienda S/A', 'TIENDA S/A'],
    ['Gil & Sons Ltd.', 'GIL & SONS LTD'],
    ['"Casa Azul" SRL', 'SRL "CASA AZUL"'],
    ['Estudio 54', 'ESTUDIO 54'],
    ['र/क कुमार', 'कुमार र/क'],
    ['O´Brien', 'OBRIEN'],
    ['O\uff07Brien', "o'brien"],
    ['Oʻktam Gʻaniyev', "O'KTAM GANIYEV"],
    ['Jörg Müller', 'JOERG MUELLER'],
    ['Søren Aagaard', 'SOEREN ÅGAARD'],
    ['GROẞ', 'gross'],
    ['Đorđe', 'DJORDJE'],
    ['Đức', 'duc'],
    ['Əliyev', 'ALIYEV'],
    ['Сергей Чернышёв', 'SERGEI CHERNYSHEV'],
    ['Їжак Юрій', 'YURII YIZHAK'],
    ['Γεώργιος Παπανδρέου', 'GEORGIOS PAPANDREOU'],
    ['Ευάγγελος Μπακογιάννης', 'EVANGELOS BAKOGIANNIS'],
    ['Ευθύμιος Αυγερινός', 'EFTHYMIOS AVGERINOS'],
    ['אברהם כהן', 'כהנ אברהמ'],
    ['دُعاء ياسين', 'دعاء یاسین'],
  ])('I6: "%s" is "%s"', (left, right) => {
    expect(isSamePerson(left, right)).toBe(true);
  });

  it.each([
    ['José Pérez', 'José Péres'],
    ['José Pérez', 'José'],
    ['José José', 'José'],
    ['J***z', 'J***z'],
    ['Jos\ufffd', 'Jos\ufffd'],
    ['Jos\ufffd', 'Jos'],
    ...masked,
    ['J…z', 'J…z'],
    ['Juan xx Rojas', 'Juan xx Rojas'],
    ['JOOO Rojas', 'JOOO Rojas'],
    ['Иван Рххх', 'Иван Рххх'],
    ['ИООО Рожас', 'ИООО Рожас'],
    ['Jх Rojas', 'Jх Rojas'],
    ['Juan Rоjas', 'Juan Rоjas'],
    ['김OO', '김OO'],
    ['김ㅇㅇ', '김ㅇㅇ'],
    ['김ㅇ', '김ㅇ'],
    ['김X수', '김X수'],
    ['张某', '张某'],
    ['张某某', '张某某'],
    ['ジーー スミス', 'ジーー スミス'],
    ['مـــد', 'مـــد'],
    ['Jˈˈ Rojas', 'Jˈˈ Rojas'],
    ['J\u200b\u200b\u200bz Rojas', 'J\u200b\u200b\u200bz Rojas'],
    ['J\u2060\ufeff Rojas', 'J\u2060\ufeff Rojas'],
    ['J\u115f\u1160 Rojas', 'J\u115f\u1160 Rojas'],
    ['J\u3164z Rojas', 'J\u3164z Rojas'],
    ['J\u2800z Rojas', 'J\u2800z Rojas'],
    ['1234567', '1234567'],
    ['12 3456', '3456 12'],
    ['J. . . z', 'J. . . z'],
    ['J - - z', 'J - - z'],
    ['J-.-.z', 'J-.-.z'],
    ['Ana (…) Rojas', 'Ana (…) Rojas'],
    ['Ana (J...z) Rojas', 'Ana (J...z) Rojas'],
    ['Ana () Rojas', 'Ana () Rojas'],
    ['Ana (R) Rojas', 'Ana (R) Rojas'],
    ['Ana (( Rojas', 'Ana (( Rojas'],
    ['J(os)e', 'J(os)e'],
    ['Ana "" Rojas', 'Ana "" Rojas'],
    ['Ana / / Rojas', 'Ana / / Rojas'],
    ['Ana & & Rojas', 'Ana & & Rojas'],
    ['J/-/z', 'J/-/z'],
    ['Ana 000 Rojas', 'Ana 000 Rojas'],
    ['Ana 7 Rojas', 'Ana 7 Rojas'],
    ['Ana 1 2 Rojas', 'Ana 1 2 Rojas'],
    ['Jo12z Rojas', 'Jo12z Rojas'],
    ['Juan & Jose Rios', 'Juan Jose Rios'],
    ['Juan/Jose Rios', 'Juan Jose Rios'],
    ['Jose (Pepe) Rios', 'Jose Pepe Rios'],
    ['A/B SRL 2000', 'A/B SRL 2001'],
    ['A/B SRL 2000', 'A/B SRL'],
    ['राम', 'रमा'],
    ['सीता', 'सत'],
    ['김철수', '김철호'],
    ['ไม้', 'ไม'],
    ['', ''],
    ['...', '---'],
    ['ʼ', 'ʻ'],
    ['Muller', 'Mueller'],
    ['Дарья', 'Даря'],
    ['Галина', 'Халина'],
    ['Андрій', 'Андріи Й'],
    ['Иван Петров', 'IVAN PETROVA'],
    ['O´´´Brien', 'OBRIEN'],
  ])('I6: "%s" is not "%s"', (left, right) => {
    expect(isSamePerson(left, right)).toBe(false);
  });
});

describe('S8: the name that operators enter for themselves', () => {
  it.each(['Ana Rojas', ' ana  rojas ', 'ＡＮＡ ROJAS', 'ana\trojas', 'a\u200bna rojas', '\u0000ana rojas'])(
    'S8: %j is one person',
    (name) => {
      expect(personKey(name)).toBe('ana rojas');
    },
  );

  it.each(['Ana Rojas+phone', 'ana rojas + laptop', 'ana rojas\uff0bphone', 'ana rojas+a+b'])(
    'ADR 0062: %j is the same person: a plus parts the device',
    (name) => {
      expect(personKey(name)).toBe('ana rojas');
    },
  );

  it('ADR 0062: a device without a person is no one', () => expect(personKey('+phone')).toBe(''));

  it('S8: sharp s and its capitals are one, accents are two', () => {
    expect(personKey('Straße')).toBe(personKey('STRASSE'));
    expect(personKey('aná')).not.toBe(personKey('ana'));
  });
});
