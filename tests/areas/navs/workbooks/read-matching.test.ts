import { matchingDataOf } from 'tests/support/workbooks/control-data-of'
import { fundModel } from 'tests/support/workbooks/model'
import { number, text } from 'tests/support/workbooks/plan'
import { writeMatching, writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { readMatching } from '~/areas/navs/workbooks/read-matching'

const model = fundModel()

test('a matching workbook is read completely', async () => {
  expect(await readMatching(await writeMatching(model))).toEqual(matchingDataOf(model))
})

test('price and ISIN may be blank, quantity may not; the ISIN column may be absent', async () => {
  const blank = await writeMatching(model, (book) => {
    const [table] = book.tables
    const row = table?.rows[0]
    if (row) row.price = null
    if (table) table.columns = table.columns.filter((column) => column.key !== 'isin')
  })
  expect((await readMatching(blank)).matching.lines[0]).toMatchObject({ price: null, isin: null })
  const faulty = await writeMatching(model, (book) => {
    const row = book.tables[0]?.rows[0]
    if (row) row.quantity = null
  })
  await expect(readMatching(faulty)).rejects.toMatchObject({
    options: { list: [expect.stringContaining('Matching!E7: Quantity is blank')] },
  })
})

test('a workbook without a matching table, or with two, is refused', async () => {
  const [nav] = await writeSet(model, 'FIA3')
  await expect(readMatching(nav ?? { name: '', bytes: new Uint8Array() })).rejects.toThrow(
    /holds no matching table.*It was taken for NAV/,
  )
  const two = await writeMatching(model, (book) => {
    const [table] = book.tables
    if (table)
      book.tables.push({
        ...table,
        sheet: 'Old',
        rows: [{ instrumentCode: text('A'), quantity: number('1') }],
      })
  })
  await expect(readMatching(two)).rejects.toThrow(/more than one matching table \(sheets Matching and Old\)/)
})
