import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '~/areas/nav-errors/policy'
import {
  readAmounts,
  type SetSetting,
  settingFaults,
  settingLabel,
  settingsInForce,
  storedValue,
} from '~/areas/nav-errors/settings'

const FUNDS = new Set(['QUE03'])

const set = (given: Partial<SetSetting>): SetSetting => ({
  setting: 'dates',
  level: 'all',
  subject: null,
  value: 'since',
  validFrom: null,
  validTo: null,
  ...given,
})

test('fund before regime before all, on the day of discovery; the rest counts with its default', () => {
  const rows = [
    set({ value: 'since' }),
    set({ level: 'regime', subject: 'AIF', value: 'period' }),
    set({ level: 'fund', subject: 'QUE03', value: 'material', validFrom: '2026-11-01' }),
    set({ setting: 'notifyWeeks', value: '6' }),
    set({ setting: 'deMinimis', value: 'EUR 25; USD 30' }),
  ]
  const on = (day: string, regime = 'AIF') => settingsInForce(rows, { fund: 'QUE03', regime, day })
  expect(on('2026-11-01').levels.dates).toBe('fund QUE03')
  expect(on('2026-11-01').policy).toMatchObject({
    dates: 'material',
    notifyWeeks: 6,
    reportWeeks: 8,
    deMinimis: { EUR: '25', USD: '30' },
  })
  expect([on('2026-10-31').policy.dates, on('2026-10-31').levels.dates]).toEqual(['period', 'regime AIF'])
  expect(on('2026-10-31', 'UCITS').policy.dates).toBe('since')
  expect(settingsInForce([], { fund: 'QUE03', regime: 'AIF', day: '2026-11-01' }).policy).toEqual(
    DEFAULT_POLICY,
  )
})

test.each([
  [{ value: 'sometimes' }, 'value', 'Enter one of material, since, period.'],
  [{ setting: 'notifyWeeks', value: '2.5' }, 'value', 'Enter a whole number of weeks from 1 to 104.'],
  [{ setting: 'auditorTotal', value: '-1' }, 'value', 'Enter an amount in EUR, such as 50000.'],
  [
    { setting: 'deMinimis', value: '25' },
    'value',
    'Enter amounts by currency, such as EUR 25; USD 30, or 0.',
  ],
  [{ subject: 'QUE03' }, 'subject', 'Leave it blank: the level "all" applies to every fund.'],
  [{ level: 'fund' as const }, 'subject', 'Choose the fund that it applies to.'],
  [
    { level: 'regime' as const, subject: 'QUE03' },
    'subject',
    '"QUE03" is not a regime. Choose another one, or another level.',
  ],
  [
    { validFrom: '2026-02-01', validTo: '2026-01-01' },
    'validTo',
    'Valid to 01/01/2026 is before valid from 01/02/2026.',
  ],
])('%o is refused with a sentence for %s', (given, field, sentence) => {
  expect(settingFaults(set(given), [], FUNDS)).toEqual([{ field, sentence }])
})

test('two values for the same on one day are refused', () => {
  const others = [set({ value: 'period', validFrom: '2026-01-01' })]
  const at = (given: Partial<SetSetting>) =>
    settingFaults(set(given), others, FUNDS).map(({ field }) => field)
  expect(at({ validFrom: '2026-06-01' })).toEqual(['validFrom'])
  expect(at({ validTo: '2025-12-31' })).toEqual([])
  expect(at({ level: 'regime', subject: 'AIF', validFrom: '2026-06-01' })).toEqual([])
})

test('values are stored in one spelling, and named with what they apply to', () => {
  expect(storedValue({ setting: 'deMinimis', value: 'USD 30.00;  EUR 25' })).toBe('EUR 25; USD 30')
  expect(storedValue({ setting: 'dates', value: 'Since' })).toBe('since')
  expect(readAmounts('EUR 25; EUR 30')).toBeNull()
  expect(settingLabel(set({ level: 'regime', subject: 'AIF', validFrom: '2026-11-01' }))).toBe(
    'Dates whose deals count, for regime AIF, from 01/11/2026',
  )
})
