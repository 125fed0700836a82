import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { PAYABLE_COLUMNS } from '~/areas/payments/list'
import type { Payable } from '~/areas/payments/payment'
import { plainValue } from '~/ui/grid/columns'

const column = PAYABLE_COLUMNS.find(({ id }) => id === 'days')
const row = (days: number | null) => ({ days }) as Payable

test.each([
  [31, '31'],
  [1, '1'],
  [0, 'today'],
  [-1, 'in 1 day'],
  [-38, 'in 38 days'],
  [null, ''],
])('an invoice of %s days late is shown as "%s", and its files have the number', async (days, words) => {
  const html = await markup(<p>{column?.cell({ row: { original: row(days) } })}</p>)
  expect(html.replace(/<[^>]*>/g, '')).toBe(words)
  expect(column && plainValue(column, row(days))).toBe(days === null ? null : String(days))
})
