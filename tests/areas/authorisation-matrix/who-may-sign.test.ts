import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { signaturesNeeded, whoMaySign } from '~/areas/authorisation-matrix/who-may-sign.server'
import { addMatrix } from '../../support/areas/authorisation-matrix/add-matrix'

const site = await opened(testDatabase())
const matrix = await addMatrix(site)

const needed = async (currency: string, amount: string, day = '2026-10-30', legalEntityId = matrix.client) =>
  (await signaturesNeeded(site.read, { legalEntityId, day, currency, amount }))?.rule ?? null

test('the rule is chosen by client, currency, band and day', async () => {
  expect(await needed('EUR', '5000.00')).toBe('A')
  expect(await needed('EUR', '5000.01')).toBe('A+B')
  expect(await needed('EUR', '50000.01')).toBe('A+A')
  expect(await needed('USD', '1')).toBe('A+B')
  expect(await needed('EUR', '1', '2025-12-31')).toBe('A+A')
  expect(await needed('EUR', '1', '2024-12-31')).toBeNull()
  expect(await needed('EUR', '1', '2026-10-30', matrix.bare)).toBeNull()
})

test('an amount in another currency is converted at the latest rate on or before the day', async () => {
  // 4,347.83 pounds at 1.15 are 5,000.00 euros and half a cent; at 2 far more.
  expect(await needed('GBP', '4347.82')).toBe('A')
  expect(await needed('GBP', '4347.83')).toBe('A')
  expect(await needed('GBP', '4347.84')).toBe('A+B')
  expect(await needed('GBP', '4000', '2026-10-31')).toBe('A+B')
  // No older rate: the strictest rule applies.
  expect(await needed('GBP', '1', '2026-10-27')).toBe('A+A')
})

test('lists who may still sign by name, with what is missing', async () => {
  const ask = (
    signed: { validatorId: number; date: string }[],
    amount = '20000',
    legalEntityId = matrix.client,
  ) => whoMaySign(site.read, { legalEntityId, day: '2026-10-30', currency: 'EUR', amount, signed })
  const none = await ask([])
  expect(none.missing).toEqual(['A', 'B'])
  expect(none.candidates.map(({ name, class: is, may }) => [name, is, may])).toEqual([
    ['Anna Bäck', 'A', true],
    ['Alan Cœur', 'B', true],
    ['Bea Daßler', 'B', true],
    ['Rita Esch', 'A', false],
  ])
  expect(none.why).toMatch(
    /^20,000\.00 EUR is from 5,000\.01 to 50,000\.00 EUR: .* required\. Both are missing\.$/,
  )
  // In June he was of class A.
  const early = await ask([{ validatorId: matrix.alan, date: '2026-06-30' }])
  expect([early.missing, early.signed[0]?.class]).toEqual([['B'], 'A'])
  const late = await ask([{ validatorId: matrix.alan, date: '2026-07-01' }])
  expect(late.missing).toEqual(['A'])
  expect(late.candidates.filter(({ may }) => may).map(({ name }) => name)).toEqual(['Anna Bäck'])
  expect(late.why).toMatch(/ One is missing\.$/)
  const done = await ask([
    { validatorId: matrix.bea, date: '2026-10-01' },
    { validatorId: matrix.anna, date: '2026-10-02' },
  ])
  expect([done.missing, done.candidates.some(({ may }) => may)]).toEqual([[], false])
  expect(done.why).toMatch(/ All are complete\.$/)
  const bare = await ask([], '20000', matrix.bare)
  expect(bare).toEqual({
    needed: null,
    signed: [],
    missing: [],
    candidates: [],
    why: 'This client has no valid authorisation matrix: no signature is required.',
  })
})
