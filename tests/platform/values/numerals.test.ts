import { expect, test } from 'vitest'
import { cellNumber, decides, isAmbiguous, readNumeral } from '~/platform/values/numerals'

test.each([
  ['1234', '1234'],
  ['1 234 567', '1234567'],
  ['1\u00a0234', '1234'],
  ['1\u202f234', '1234'],
  ["1'234'567", '1234567'],
  ['1\u2019234', '1234'],
  ['-12', '-12'],
  ['+12', '12'],
  ['\u221212', '-12'],
  ['12-', '-12'],
  ['(12)', '-12'],
  ['12 %', '12'],
  ['12%', '12'],
  ['(12%)', '-12'],
  ['(12) %', '-12'],
  [' 12 ', '12'],
  ['007', '7'],
  ['-0', '0'],
])('the text %j is a number without decimal mark', (text, value) => {
  const numeral = readNumeral(text)
  expect(numeral).toEqual({ point: value, comma: value })
  expect(numeral && decides(numeral)).toBeNull()
})

test.each([
  ['1,234.56', '.', '1234.56'],
  ['1.234,56', ',', '1234.56'],
  ['1.234.567,891', ',', '1234567.891'],
  ['1,234,567', '.', '1234567'],
  ['1.234.567', ',', '1234567'],
  ['1 234,567', ',', '1234.567'],
  ["1'234.567", '.', '1234.567'],
  ['12.5', '.', '12.5'],
  ['12,50', ',', '12.5'],
  ['0,1234', ',', '0.1234'],
  ['0,125', ',', '0.125'],
  ['-0.125', '.', '-0.125'],
  ['0,123,456', '.', '123456'],
  ['0.125,5', ',', '125.5'],
  ['.567', '.', '0.567'],
  [',5', ',', '0.5'],
  ['1234,567', ',', '1234.567'],
  ['5.', '.', '5'],
  ['(1.234,50)', ',', '-1234.5'],
  ['12,5 %', ',', '12.5'],
])('the text %j is unambiguous: the decimal mark is %j', (text, mark, value) => {
  const numeral = readNumeral(text)
  expect(numeral && decides(numeral)).toBe(mark)
  expect(mark === '.' ? numeral?.point : numeral?.comma).toBe(value)
})

test.each([
  ['1,234', '1234', '1.234'],
  ['12.345', '12.345', '12345'],
  ['-123,456', '-123456', '-123.456'],
  ['10.125', '10.125', '10125'],
])('the text %j is ambiguous', (text, point, comma) => {
  const numeral = readNumeral(text)
  expect(numeral).toEqual({ point, comma })
  expect(numeral && isAmbiguous(numeral)).toBe(true)
  expect(numeral && decides(numeral)).toBeNull()
})

test.each([
  '',
  '-',
  '.',
  'abc',
  'n/a',
  '1,23,456.78',
  '12 34',
  '1234 567',
  "1'234 567",
  '1.234.56',
  '1,234.567,8',
  '1.234 567,8',
  '--5',
  '(-5)',
  '-5-',
  '5+',
  '- 5',
  '1e5',
  '0x10',
  'EUR 5',
  '5 %%',
  '1_000',
  '١٢',
  '1\u2009234',
  '9'.repeat(200),
])('the text %j is no number', (text) => {
  expect(readNumeral(text)).toBeNull()
})

test.each([
  ['0.1', '0.1'],
  ['1.1000000000000001', '1.1'],
  ['-0', '0'],
  ['-0.0', '0'],
  ['100.50', '100.5'],
  ['12345678901234567', '12345678901234600'],
  ['0.30000000000000004', '0.3'],
  ['4.9000000000000004E-2', '0.049'],
  ['1E3', '1000'],
  ['68569080.790000007', '68569080.79'],
  ['123456789012345', '123456789012345'],
  ['1e-400', '0'],
])('the stored number %s counts as %s', (raw, value) => {
  expect(cellNumber(raw)).toBe(value)
})
