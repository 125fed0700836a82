import { expect, test } from 'vitest'
import {
  amountsBeforeLines,
  isAllocated,
  restOf,
  toAllocateText,
  totalOf,
} from '~/areas/drafts/cost-lines/allocation-totals'
import { lineNotice, netNotice } from '~/areas/drafts/draft-rules'

const act = (was: object) => ({ name: 'allocate', data: { was: JSON.stringify(was), is: '{}' } })

test('the amounts before the first line are those of the latest division', () => {
  const history = [
    act({ costLines: 'AUDIT 5.00', grossAmount: '5.00', taxes: '0.00' }),
    act({ costLines: 'none', grossAmount: '90.00', taxes: null }),
    { name: 'edit draft', data: { was: '{"grossAmount":"1.00"}', is: '{"grossAmount":"90.00"}' } },
    act({ costLines: 'none', grossAmount: '1.00', taxes: null }),
  ]
  expect(amountsBeforeLines(history)).toEqual({ grossAmount: '90.00', taxes: null })
  expect(amountsBeforeLines(history.slice(0, 1))).toBeNull()
  expect(totalOf({ grossAmount: null, taxes: '1.00' })).toBeNull()
})

const TOTAL = { grossAmount: '1170.00', taxes: '170.00' }

test.each([
  ['0.00', '0.00', 'It says 1,170.00 EUR gross: 1,170.00 EUR to allocate.', false],
  ['1000.00', '170.00', 'It says 1,170.00 EUR gross: 170.00 EUR still to allocate.', false],
  ['1170.01', '170.00', 'It says 1,170.00 EUR gross: the lines exceed it by 0.01 EUR.', false],
  ['1170', '170', 'It says 1,170.00 EUR gross: fully allocated.', true],
  [
    '1170.00',
    '17.00',
    'It says 1,170.00 EUR gross: fully allocated, but with 17.00 EUR taxes instead of 170.00 EUR.',
    false,
  ],
])('lines of %s with %s taxes are compared with the total', (grossAmount, taxes, text, all) => {
  expect(toAllocateText(TOTAL, { grossAmount, taxes }, 'It says', 'EUR')).toBe(text)
  expect(isAllocated(TOTAL, { grossAmount, taxes })).toBe(all)
})

test('a credit note is divided like an invoice; a new line starts with the remainder', () => {
  const credit = { grossAmount: '-100.00', taxes: null }
  const sums = { grossAmount: '-40.00', taxes: '0.00' }
  expect(toAllocateText(credit, sums, 'It says', null)).toBe(
    'It says -100.00 gross: -60.00 still to allocate.',
  )
  expect(restOf(credit, sums)).toEqual({ grossAmount: '-60.00', taxes: '' })
  expect(restOf(TOTAL, { grossAmount: '1200.00', taxes: '0' })).toEqual({ grossAmount: '', taxes: '' })
  const allTaxes = { grossAmount: '100.00', taxes: '180.00' }
  expect(restOf(TOTAL, allTaxes)).toEqual({ grossAmount: '1070.00', taxes: '' })
  expect(restOf(null, sums)).toEqual({ grossAmount: '', taxes: '' })
})

test.each([
  ['100.00', '20.00', null],
  ['0.00', null, null],
  [null, null, null],
  ['100.00', '120.00', 'Taxes are larger than gross: net is -20.00. Check both amounts.'],
  [null, '5.00', 'Taxes are larger than gross: net is -5.00. Check both amounts.'],
  ['-100.00', '-120.00', 'Taxes are larger than gross: net is 20.00. Check both amounts.'],
  [
    '-100.00',
    '-20.00',
    'Gross is negative, net is -80.00: a credit note. Check the sign if it is an invoice.',
  ],
])('gross %s with taxes %s: %s', (grossAmount, taxes, notice) => {
  expect(netNotice({ grossAmount, taxes })).toBe(notice)
})

test('a zero cost line gets a notice, as it would become a zero invoice', () => {
  expect(lineNotice({ grossAmount: '0.00', taxes: '0.00' })).toContain('would become an invoice of 0.00')
  expect(lineNotice({ grossAmount: '117.00', taxes: '17.00' })).toBeNull()
  expect(lineNotice({ grossAmount: '10.00', taxes: '12.00' })).toContain('Taxes are larger')
})
