import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { newestSuggestions } from '~/areas/replay/runs.server'
import { type SuggestionsResult, type Tried, worthwhile } from '~/areas/replay/suggestions'
import { criteriaOfMonth, suggestOfMonth } from '~/areas/replay/suggestions.server'
import { dayIn } from '~/platform/values/day'

const site = await opened(testSite())
const fund = await site.addFund({ fundCode: 'SUG001' })
await site.control('accountant1', { ...fund, model: fund.previous })
// 0.015 against a tolerance of 0.01: an alert that doubling it avoids.
await site.control('accountant1', fund, (books) => {
  const row = rowIn(tableIn(books, 'NAV'), { type: 'TOTAL ASSETS' })
  row.value = { number: (Number(fund.model.totalAssets) + 0.015).toFixed(3) }
})

const tried = (over: Partial<Tried>): Tried => ({
  tolerance: 'N14.tna',
  factor: '2',
  before: 0,
  after: 0,
  lost: [],
  won: [],
  ...over,
})

test('doubling a tolerance is suggested if alerts fall by half and nothing detected is lost', () => {
  const list = (over: Partial<Tried>) => worthwhile([tried(over)], 12).length
  expect(list({ before: 8, after: 4 })).toBe(1)
  expect(list({ before: 8, after: 5 })).toBe(0)
  expect(list({ before: 0, after: 0 })).toBe(0)
  expect(list({ before: 8, after: 0, lost: ['LUX001 One price'] })).toBe(0)
})

test('halving one is suggested if it detects more at the threshold for at most one more alert a month', () => {
  const list = (over: Partial<Tried>) =>
    worthwhile([tried({ factor: '0.5', won: ['LUX001 One price'], ...over })], 12).length
  expect(list({ before: 2, after: 14 })).toBe(1)
  expect(list({ before: 2, after: 15 })).toBe(0)
  expect(list({ won: [] })).toBe(0)
})

test('the monthly suggestions are made once, without a user', { timeout: 240_000 }, async () => {
  const faults: unknown[] = []
  const make = () => suggestOfMonth(site.services, 'Europe/Luxembourg', (err) => faults.push(err))
  expect(criteriaOfMonth(dayIn(site.clock(), 'Europe/Luxembourg'))).toEqual({
    month: '2026-11',
    from: '2025-11-01',
    to: '2026-11-02',
  })
  expect(await make()).toBe(true)
  expect(await make()).toBe(false)
  expect(faults).toEqual([])
  const run = await newestSuggestions(site.read)
  expect(run).toMatchObject({ requester: 'Monthly job', requestedBy: null, status: 'DONE' })
  const { controls, suggestions } = JSON.parse(run?.result ?? '') as SuggestionsResult
  expect(controls).toBe(2)
  expect(suggestions).toContainEqual(
    tried({ tolerance: 'N05.amount', before: 1, after: 0, lost: [], won: [] }),
  )
})
