import { describe, expect, it } from 'vitest';
import { isSamePerson, nameWords, personKey } from '../../../src/domain/orders/person-name.ts';

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
    ['Jo\u200bsé', 'jose'],
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
    ['राम', 'रमा'],
    ['सीता', 'सत'],
    ['김철수', '김철호'],
    ['ไม้', 'ไม'],
    ['', ''],
    ['...', '---'],
  ])('I6: "%s" is not "%s"', (left, right) => {
    expect(isSamePerson(left, right)).toBe(false);
  });

  it('I6: words are compared in one order', () => {
    expect(nameWords('zoe Ana')).toEqual(['ANA', 'ZOE']);
  });
});

describe('S8: the name that operators enter for themselves', () => {
  it.each(['Ana Rojas', ' ana  rojas ', 'ＡＮＡ ROJAS', 'ana\trojas', 'a\u200bna rojas', '\u0000ana rojas'])(
    'S8: %j is one person',
    (name) => {
      expect(personKey(name)).toBe('ana rojas');
    },
  );

  it('S8: sharp s and its capitals are one, accents are two', () => {
    expect(personKey('Straße')).toBe(personKey('STRASSE'));
    expect(personKey('aná')).not.toBe(personKey('ana'));
  });
});
