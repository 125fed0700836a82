import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import type { DeltaName } from '~/areas/navs/delta/delta'
import { deltaBases, deltaList, inventoryMissing } from '~/areas/navs/delta/delta.server'
import { type ListQuery, WHOLE } from '~/platform/lists/list'

const ids = { before: 0, first: 0, second: 0 }
const site = await opened(testSite())
const fund = await site.addFund({ fundCode: 'DELTA' })
ids.before = (await site.control('accountant1', { model: fund.previous, set: fund.set })).controlId
ids.first = (await site.control('accountant1', fund)).controlId
ids.second = (
  await site.control('accountant1', fund, (books) => {
    const suspense = rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' })
    suspense.debtor = { number: '12.34' }
    const { rows } = tableIn(books, 'Inventory')
    rows.splice(0, 1)
    rowIn(tableIn(books, 'NAV'), { type: 'NAV PER SHARE' }).value = { number: '200' }
  })
).controlId

const services = () => ({ read: site.read, workers: site.services.workers })
const page = <Name extends DeltaName>(name: Name, query: Partial<ListQuery> = {}, base = ids.first) =>
  deltaList(services(), ids.second, base, name).page({ ...WHOLE, ...query })

test('a control is compared with the previous upload of the same NAV, or with the previous NAV', async () => {
  const { fundNavId, bases } = await deltaBases(site.read, ids.second)
  expect(fundNavId).toBe(fund.navId)
  expect(bases.map(({ against, controlId, navDate }) => [against, controlId, navDate])).toEqual([
    ['upload', ids.first, '2026-10-30'],
    ['nav', ids.before, '2026-09-30'],
  ])
  const first = await deltaBases(site.read, ids.first)
  expect(first.bases.map(({ against, controlId }) => [against, controlId])).toEqual([['nav', ids.before]])
  expect((await deltaBases(site.read, ids.before)).bases).toEqual([])
  await expect(deltaBases(site.read, 1)).rejects.toMatchObject({ code: 'not-found' })
})

test('the three lists show the changes', async () => {
  const nav = await page('nav', {
    filters: [
      { column: 'type', operator: 'equals', values: ['nav per share'] },
      { column: 'new_value', operator: 'equals', values: ['200'] },
    ],
  })
  const was = Number(fund.model.classes[0]?.navPerShare)
  expect(nav.rows[0]).toMatchObject({ type: 'NAV PER SHARE', new_value: '200' })
  expect(Number(nav.rows[0]?.delta)).toBeCloseTo((200 - was) / was, 10)
  const balance = await page('balance', {
    filters: [{ column: 'status', operator: 'in', values: ['CHANGED'] }],
  })
  expect(balance).toMatchObject({
    total: 1,
    rows: [
      {
        account_number: '9010',
        balance_debtor: '12.34',
        old_balance_debtor: '0',
        var_balance_debtor: '12.34',
      },
    ],
  })
  const removed = await page('inventory', {
    filters: [{ column: 'status', operator: 'equals', values: ['REMOVED'] }],
  })
  expect(removed).toMatchObject({ total: 1 })
  expect(await inventoryMissing(site.read, ids.second, ids.first)).toBe('none')
  expect(removed.rows[0]).toMatchObject({
    instrument_code: fund.model.inventory[0]?.instrumentCode,
    market_value: null,
  })
})

test('pages of a list have no gaps or overlaps', async () => {
  const whole = (await page('inventory')).rows
  const pages = await Promise.all([1, 2, 3, 4].map((number) => page('inventory', { page: number, size: 7 })))
  expect(pages.flatMap(({ rows }) => rows)).toEqual(whole)
  expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25])
  expect((await page('inventory', { page: 5, size: 7 })).rows).toEqual([])
})

test('a comparison with a two-file upload says that it has no inventory', async () => {
  const { controlId } = await site.control('accountant1', { model: fund.model, set: 'FIA2' })
  expect(await page('inventory', {}, controlId)).toMatchObject({ rows: [], total: 0 })
  expect(await inventoryMissing(site.read, ids.second, controlId)).toBe('old')
  expect(await inventoryMissing(site.read, controlId, ids.second)).toBe('new')
  expect(await inventoryMissing(site.read, controlId, controlId)).toBe('both')
})

test('unknown figures are refused', async () => {
  await expect(page('nav', {}, 1)).rejects.toMatchObject({ code: 'not-found' })
})
