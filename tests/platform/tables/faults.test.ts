import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const site = await opened(testSite())
const tables = await lookupTables(site)
await tables.create('currencies', { code: 'CHF', name: 'Swiss Franc' })
await tables.create('currencies', { code: 'EUR', name: 'Euro' })

const fault = async (table: string, row: Record<string, unknown>, field: string) =>
  (await refusal(tables.create(table, row))).options.fields?.[field]

test.each<[table: string, row: Record<string, unknown>, field: string, sentence: string]>([
  ['currencies', {}, 'code', 'Enter the code.'],
  [
    'currencies',
    { code: 'EURO', name: 'x' },
    'code',
    'Code "EURO" is not a currency (three capital letters of ISO 4217).',
  ],
  [
    'currencies',
    { code: 'CHF', name: 'x' },
    'code',
    'There is already a currency CHF. Give another code, or change that one.',
  ],
  ['currencies', { code: 'NOK', name: '  ' }, 'name', 'Enter the name.'],
  ['currencies', { code: 'NOK', name: ['a'] }, 'name', 'Name must be given as text.'],
  [
    'currencies',
    { code: 'NOK', name: 'a\nb' },
    'name',
    'Name "a\nb" holds a line break or another character that cannot be shown.',
  ],
  [
    'currencies',
    { code: 'NOK', name: 'x'.repeat(301) },
    'name',
    `Name "${'x'.repeat(80)}…" is longer than 300 characters.`,
  ],
  ['legal-entities', { name: 'A', kind: '' }, 'kind', 'Choose the kind.'],
  [
    'legal-entities',
    { name: 'A', kind: 'BANK' },
    'kind',
    'Kind "BANK" is not one of COMPANY, SUPPLIER, SUPPLIER FUND, FUND.',
  ],
  [
    'legal-entities',
    { name: 'A', kind: 'FUND', deadDate: '2026-02-30' },
    'deadDate',
    'Dead date "2026-02-30" is not a date (dd/MM/yyyy, dd.MM.yyyy or yyyy-MM-dd).',
  ],
  ['holidays', { calendar: 'LU' }, 'date', 'Enter the date.'],
  [
    'exchange-rates',
    { currency: 'EUR', date: '2026-11-02', rate: 'one' },
    'rate',
    'Rate "one" is not a number.',
  ],
  [
    'exchange-rates',
    { currency: 'EUR', date: '2026-11-02', rate: '5%' },
    'rate',
    'Rate "5%" is not a number.',
  ],
  [
    'exchange-rates',
    { currency: 'EUR', date: '2026-11-02', rate: '1,234' },
    'rate',
    'Rate "1,234" can be read in two ways: leave out the thousands separator.',
  ],
  ['exchange-rates', { currency: 'EUR', date: '2026-11-02', rate: 0 }, 'rate', 'Rate "0" is not above zero.'],
  [
    'exchange-rates',
    { currency: 'EUR', date: '2026-11-02', rate: -1 },
    'rate',
    'Rate "-1" is not above zero.',
  ],
  [
    'exchange-rates',
    { currency: 'EUR', date: '2026-11-02', rate: 1 / 3 },
    'rate',
    'Rate "0.3333333333333333" has more digits than a JSON number keeps: give it as text.',
  ],
  ['exchange-rates', { currency: 'EUR', date: '2026-11-02', rate: null }, 'rate', 'Enter the rate.'],
  [
    'exchange-rates',
    { currency: 'NOK', date: '2026-11-02', rate: 1 },
    'currency',
    'Currency "NOK" is not in the list. Choose one from the list.',
  ],
  [
    'reasons',
    { code: 'x', display: 'X', sortingOrder: 1 },
    'code',
    'Code "x" is not a code: up to 20 capital letters, digits, - and _, a letter first.',
  ],
  [
    'reasons',
    { code: 'X', display: 'X', sortingOrder: '1.5' },
    'sortingOrder',
    'Order "1.5" is not a whole number from 1 to 9999.',
  ],
  [
    'client-validators',
    { legalEntityId: 999, firstName: 'A', lastName: 'B', isRetired: false },
    'legalEntityId',
    'Legal entity "999" is not in the list. Choose one from the list.',
  ],
  [
    'client-validators',
    { legalEntityId: "1'--", firstName: 'A', lastName: 'B' },
    'legalEntityId',
    `Legal entity "1'--" is no legal entity.`,
  ],
])('%s %j is refused with a message for %s', async (table, row, field, sentence) => {
  expect(await fault(table, row, field)).toBe(sentence)
})

test.each(['true', 'false', 'on', 'yes', 1, 0, {}, [], 'TRUE'])(
  'value must be boolean: not %j',
  async (isRetired) => {
    const row = { legalEntityId: 1, firstName: 'A', lastName: 'B', isRetired }
    expect(await fault('client-validators', row, 'isRetired')).toBe(
      'Retired: value must be boolean. Give true or false.',
    )
  },
)

test('a code or day that identifies a row cannot change', async () => {
  const { code, options } = await refusal(tables.update('currencies', 'CHF', { code: 'NOK' }))
  expect([code, options.fields]).toEqual([
    'invalid',
    { code: 'Code cannot be changed. Add another currency and delete this one.' },
  ])
  expect((await tables.update('currencies', 'CHF', { code: 'CHF', name: 'Franc' })).what).toBe('changed')
})

test('a number typed with a comma is one number', async () => {
  const rate = async (typed: string, day: string) =>
    (await tables.create('exchange-rates', { currency: 'CHF', date: day, rate: typed })).row.rate
  expect(await rate('0,9123', '02/11/2026')).toBe('0.9123')
  expect(await rate(' 1 234.5600 ', '03.11.2026')).toBe('1234.56')
  expect(await rate('1,234.5', '2026-11-04')).toBe('1234.5')
})
