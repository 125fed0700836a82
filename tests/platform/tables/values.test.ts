import fc from 'fast-check'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { keyParts, rowKey } from '~/platform/tables/table-row'
import { isCurrency } from '~/platform/values/currencies'
import { addDays } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const site = await opened(testSite())
const tables = await lookupTables(site)
await tables.create('currencies', { code: 'CHF', name: 'Swiss Franc' })
await tables.create('currencies', { code: 'EUR', name: 'Euro' })

const line = fc
  .string({
    unit: fc.oneof(
      fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
      fc.constantFrom(...'\'"<>&;$%~/\\.:[]{}=+-@ éß漢'),
    ),
    minLength: 1,
    maxLength: 40,
  })
  .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cs}]/u.test(text))
const hostile = fc.constantFrom(
  "'; drop table currency; --",
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
  '{{7*7}}',
  '#{7*7}',
  '..',
  '../../etc/passwd',
  '%00%2e%2e',
  '__proto__',
  'constructor',
  '\u202egnp.exe',
  '🇱🇺 é',
)
const words = fc.oneof(line, hostile)
const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days))
const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 25 }))
  .map(([digits, places]) => plain(new Big(String(digits)).div(new Big(10).pow(places))))

test('random rows come back unchanged, whatever they contain', async () => {
  const asStored = (text: string) => text.trim()
  await fc.assert(
    fc.asyncProperty(words, words, day, decimal, fc.boolean(), async (one, two, date, rate, yes) => {
      const unique = `${one} ${tables.by().key}`
      const entity = await tables.create('legal-entities', {
        name: unique,
        kind: yes ? 'FUND' : 'SUPPLIER FUND',
        jurisdiction: two,
        vatNumber: null,
        deadDate: yes ? date : '',
      })
      expect(await tables.find('legal-entities', entity.row.key)).toEqual({
        id: entity.row.id,
        key: String(entity.row.id),
        name: asStored(unique),
        kind: yes ? 'FUND' : 'SUPPLIER FUND',
        jurisdiction: asStored(two),
        vatNumber: null,
        deadDate: yes ? date : null,
        managementCompanyId: null,
        calendar: null,
        street: null,
        buildingNumber: null,
        postCode: null,
        town: null,
        country: null,
        lei: null,
      })
      const holiday = await tables.create('holidays', { calendar: unique, date, name: two })
      expect(await tables.find('holidays', holiday.row.key)).toEqual({
        calendar: asStored(unique),
        date,
        name: asStored(two),
        key: holiday.row.key,
      })
      const key = `CHF~${date}`
      if (await tables.find('exchange-rates', key)) await tables.update('exchange-rates', key, { rate })
      else await tables.create('exchange-rates', { currency: 'CHF', date, rate })
      expect((await tables.find('exchange-rates', key))?.rate).toBe(rate)
      const { row } = entity
      const changed = await tables.update('legal-entities', row.key, { jurisdiction: one }, row)
      expect(changed.row).toEqual({ ...row, jurisdiction: asStored(one) })
      await tables.delete('holidays', holiday.row.key, holiday.row)
    }),
    { numRuns: 60 },
  )
})

test('a key decodes to its values, and matches no other address', () => {
  fc.assert(
    fc.property(words, words, (one, two) => {
      const key = rowKey(['a', 'b'], { a: one, b: two })
      expect(keyParts(['a', 'b'], key)).toEqual({ a: one, b: two })
      expect(keyParts(['a'], rowKey(['a'], { a: one }))).toEqual({ a: one })
      const { pathname, search, hash } = new URL(`http://x/rows/${encodeURIComponent(key)}/delete`)
      expect([pathname, search, hash]).toEqual([`/rows/${encodeURIComponent(key)}/delete`, '', ''])
    }),
  )
})

test('only ISO 4217 currencies are accepted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 3, maxLength: 3 }).filter((code) => !isCurrency(code.trim())),
      async (code) => {
        const { fields } = (await refusal(tables.create('currencies', { code, name: 'x' }))).options
        expect(fields?.code).toMatch(/is not a currency|^Enter the code/)
      },
    ),
    { numRuns: 30 },
  )
})
