import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partAt, readTypedDay, showTypedDay, stepDay } from '~/ui/enhanced/day-over'

const TODAY = '2026-11-24'
const read = (text: string, today = TODAY) => readTypedDay(text, today).day

test('a day is read in any notation', () => {
  for (const text of [
    '03/11/2026',
    '3/11/2026',
    '3.11.26',
    '3-11-2026',
    '3 11 2026',
    ' 03/11/2026 ',
    '2026-11-03',
    '2026/11/3',
    '03112026',
    '031126',
    '3 Nov 2026',
    '3 november 26',
    '3/11',
    '0311',
    '3 Nov',
  ])
    expect([text, read(text)]).toEqual([text, '2026-11-03'])
  expect(read('  ')).toBe('')
})

test('without a year it is the nearest one: last year in January, next year in December', () => {
  expect(read('15/12', '2027-01-10')).toBe('2026-12-15')
  expect(read('10/1', '2026-12-20')).toBe('2027-01-10')
  expect(read('29/2', '2028-03-01')).toBe('2028-02-29')
  expect(read('29/2', '2026-03-01')).toBeNull()
})

test('two digits are a year of the century around today', () => {
  expect([read('1/1/99'), read('1/1/70'), read('1/1/26')]).toEqual(['1999-01-01', '2070-01-01', '2026-01-01'])
})

test('invalid days stay as typed', () => {
  for (const text of [
    'soon',
    '31/02/2026',
    '32/01/2026',
    '1/13/2026',
    '3/',
    '3',
    '1234567',
    '2026-02-30',
    '3/11/2',
  ])
    expect([text, read(text)]).toEqual([text, null])
})

test('only a four-digit year is complete while typing', () => {
  expect(readTypedDay('3/11/20', TODAY)).toEqual({ day: '2020-11-03', whole: false })
  expect(readTypedDay('3/11/2020', TODAY)).toEqual({ day: '2020-11-03', whole: true })
  expect(readTypedDay('3/11', TODAY).whole).toBe(false)
})

test('every day is read back as displayed', () => {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(read(showTypedDay(day))).toBe(day)
      expect(stepDay(stepDay(day, 'day', 1), 'day', -1)).toBe(day)
    }),
  )
})

test('the arrow keys change the part at the cursor, and a shorter month gets its last day', () => {
  expect([0, 2, 3, 5, 6, 10].map(partAt)).toEqual(['day', 'day', 'month', 'month', 'year', 'year'])
  expect(stepDay('2026-01-31', 'month', 1)).toBe('2026-02-28')
  expect(stepDay('2026-12-31', 'month', 1)).toBe('2027-01-31')
  expect(stepDay('2026-01-15', 'month', -1)).toBe('2025-12-15')
  expect(stepDay('2028-02-29', 'year', 1)).toBe('2029-02-28')
  expect(stepDay('2026-12-31', 'day', 1)).toBe('2027-01-01')
})
