import { expect, test } from 'vitest'
import { bankHoliday, nextBankDay, type PayingCalendar } from '~/platform/values/bank-days'
import { addDays, type Day, isDay } from '~/platform/values/day'

const account = (more: Partial<PayingCalendar> = {}): PayingCalendar => ({
  name: 'Arvensis SICAV',
  currency: 'EUR',
  holidays: new Map(),
  ...more,
})

test.each([
  ['2026-04-03', 'Good Friday, when TARGET is closed'],
  ['2026-04-06', 'Easter Monday, when TARGET is closed'],
  ['2027-03-26', 'Good Friday, when TARGET is closed'],
  ['2030-04-22', 'Easter Monday, when TARGET is closed'],
  ['2038-04-26', 'Easter Monday, when TARGET is closed'],
  ['2026-05-01', 'Labour Day, when TARGET is closed'],
  ['2026-12-25', 'Christmas Day, when TARGET is closed'],
  ['2028-12-26', 'the day after Christmas, when TARGET is closed'],
  ['2026-01-01', 'New Year’s Day, when TARGET is closed'],
  ['2026-11-28', 'a Saturday'],
  ['2026-11-29', 'a Sunday'],
  ['2026-11-30', null],
  ['2026-06-23', null],
])('euro on %s: %s', (day, why) => {
  expect(bankHoliday(day, account())).toBe(why)
})

test('TARGET is closed on six weekdays at most in a year, and its days matter to euro only', () => {
  for (let year = 2020; year <= 2040; year += 1) {
    const closed: Day[] = []
    for (let day: Day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1))
      if (bankHoliday(day, account())?.endsWith('TARGET is closed')) closed.push(day)
    expect(closed.length).toBeGreaterThanOrEqual(2)
    expect(closed.length).toBeLessThanOrEqual(6)
    expect(closed.every(isDay)).toBe(true)
  }
  expect(bankHoliday('2026-04-03', account({ currency: 'USD' }))).toBeNull()
})

test('the entity’s own holidays count in any currency, and the next bank day is one for every account', () => {
  const own = account({ currency: 'USD', holidays: new Map([['2026-06-23', 'National Day']]) })
  expect(bankHoliday('2026-06-23', own)).toBe('a holiday of Arvensis SICAV (National Day)')
  expect(bankHoliday('2026-06-23', { ...own, holidays: new Map([['2026-06-23', '']]) })).toBe(
    'a holiday of Arvensis SICAV',
  )
  expect(nextBankDay('2026-06-23', [own, account()])).toBe('2026-06-24')
  expect(nextBankDay('2026-12-24', [own])).toBe('2026-12-24')
  expect(nextBankDay('2026-12-25', [own, account()])).toBe('2026-12-28')
})
