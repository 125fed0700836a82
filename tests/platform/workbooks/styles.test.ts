import { expect, test } from 'vitest'
import { formatOf } from '~/platform/workbooks/styles'

test.each([
  'dd/mm/yyyy',
  'd-mmm-yy',
  '[$-409]d mmmm yyyy;@',
  'yyyy\\-mm\\-dd',
  '[h]:mm:ss',
  'mm:ss.0',
  'h:mm AM/PM',
  '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
  'dd.mm.yyyy" Uhr"',
])('the format %j shows a date', (code) => {
  expect(formatOf(code)).toBe('date')
})

test.each(['0%', '0.00%', '#,##0.00%;[Red]-#,##0.00%', '0.0" pts"%'])(
  'the format %j shows a percentage',
  (code) => {
    expect(formatOf(code)).toBe('percent')
  },
)

test.each([
  'General',
  '0.00',
  '#,##0.00 "USD"',
  '#,##0.00\\ [$€-407]',
  '[Red]0.00',
  '0.00E+00',
  '@',
  '#,##0.00" shares (d/m/y)"',
  '_-* #,##0.00_-;-* #,##0.00_-',
  '0.00" %"',
  '',
])('the format %j shows a plain number', (code) => {
  expect(formatOf(code)).toBe('general')
})
