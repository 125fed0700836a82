import { expect, test } from 'vitest'
import { compilePattern, compileWords, fold } from '~/platform/formats/pattern'

const wanted = (source: string, text: string) => compilePattern(source).match(fold(text))

test.each([
  ['Mkt value*', 'MKT VALUE (EUR)', ''],
  ['Mkt value*', 'The Mkt value', null],
  ['Devise', '  dévise ', ''],
  ['Book  cost', 'Book\n cost', ''],
  ['a?c', 'abc', ''],
  ['a?c', 'ac', null],
  ['* - {} (*)', '10010 - Cash - Custody (USD)', 'Cash - Custody'],
  ['{} - *', '10010 - Cash - Custody (USD)', '10010'],
  ['*({})', '10010 - Cash (old) - Custody (USD)', 'old) - Custody (USD'],
  ['Currency: {3}*', 'Currency: Usd (US dollar)', 'Usd'],
  ['{3}', 'ab', null],
  ['Fonds {} SA', 'FONDS Élan d’Été SA', 'Élan d’Été'],
  ['straße*', 'STRASSE 1', null],
  ['', '   ', ''],
  ['{}', '', ''],
  ['a{b}', 'A{B}', ''],
])('%j matches %j with %j', (source, text, found) => {
  expect(wanted(source, text)).toBe(found)
})

test('accents of a text written with combining marks do not count, and stay in what is wanted', () => {
  expect(wanted('{} SA', 'Ele\u0301gance SA')).toBe('Ele\u0301gance')
  expect(wanted('elegance sa', 'Ele\u0301gance SA')).toBe('')
})

test('each * and {} takes the shortest text with which the whole matches', () => {
  expect(wanted('*/{}', 'a/b/c')).toBe('b/c')
  expect(wanted('{}/*', 'a/b/c')).toBe('a')
  expect(wanted('*{}b*', 'xbyb')).toBe('x')
})

test('a pattern made to be slow is not', () => {
  const text = fold('a'.repeat(20_000))
  expect(compilePattern(`${'*a'.repeat(90)}*b`).match(text)).toBeNull()
})

test('among words one without wildcards beats others, then the longest, then the first', () => {
  const words = compileWords({ 'EQ*': 'Equity', 'EQ*FUT*': 'Derivative', '*': 'Other', 'eq fund': 'Fund' })
  expect(words.of('EQ FUND')).toBe('Fund')
  expect(words.of('EQ INDEX FUT 12')).toBe('Derivative')
  expect(words.of('EQUITÉ')).toBe('Equity')
  expect(words.of('Bond')).toBe('Other')
  expect(compileWords({ 'b*': '2', 'a*b': '1', '*b': '3' }).of('ab')).toBe('1')
  expect(compileWords({ '?b': '1', '*b': '2' }).of('ab')).toBe('2')
  expect(compileWords({ X: '1' }).of('y')).toBeNull()
})
