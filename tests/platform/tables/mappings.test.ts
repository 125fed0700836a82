import { costLine, draft } from 'db/schema/drafts'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { mappingList } from '~/areas/reference-data/choices.server'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const site = await opened(testSite())
const tables = await lookupTables(site)

const keyOf = async (list: string, code: string) => {
  const row = (await tables.load('mappings')).find((each) => each.list === list && each.code === code)
  return row?.key ?? ''
}

test('a code in use cannot be deleted; the same code in another list can', async () => {
  await site.transaction(async (tx) => {
    const now = site.clock()
    const [made] = await tx
      .insert(draft)
      .values({ allocationRule: 'TNA', creationDate: now, updateDate: now })
      .returning({ id: draft.id })
    const line = { grossAmount: '1', taxes: '0', netAmount: '1', feesType: 'AUDIT' }
    await tx.insert(costLine).values({ draftId: made?.id ?? 0, ...line })
  })
  const used = await refusal(tables.delete('mappings', await keyOf('FEE_ALLOCATION', 'TNA')))
  expect(used.message).toBe(
    'Mapping FEE_ALLOCATION TNA is used by 1 draft and cannot be deleted. Keep it in the list.',
  )
  const line = await refusal(tables.delete('mappings', await keyOf('FEES_TYPE', 'AUDIT')))
  expect(line.message).toContain('is used by 1 cost line')
  const other = { list: 'POSTING_FILTER', code: 'TNA', display: 'As TNA', sortingOrder: 9 }
  const { row } = await tables.create('mappings', other)
  expect((await tables.delete('mappings', row.key)).what).toBe('deleted')
})

test('list and code cannot change, and a list has a code once', async () => {
  const key = await keyOf('POSTING_FILTER', 'ALL')
  expect((await refusal(tables.update('mappings', key, { code: 'EVERY' }))).message).toMatch(
    /cannot be changed/,
  )
  expect((await refusal(tables.update('mappings', key, { list: 'FEES_TYPE' }))).message).toMatch(
    /cannot be changed/,
  )
  const again = { list: 'POSTING_FILTER', code: 'ALL', display: 'x', sortingOrder: 1 }
  expect((await refusal(tables.create('mappings', again))).options.fields).toEqual({
    code: 'There is already a mapping POSTING_FILTER ALL. Give another code and list, or change that one.',
  })
  expect(
    (await refusal(tables.create('mappings', { ...again, list: 'OTHER' }))).options.fields,
  ).toHaveProperty('list')
})

test('the calls return the table in its order', async () => {
  await tables.update('mappings', await keyOf('POSTING_FILTER', 'ALL'), {
    sortingOrder: 4,
    display: 'Everything',
  })
  const list = await mappingList(site.read, 'POSTING_FILTER')
  expect(list.map(({ code, display }) => `${code} ${display}`)).toEqual([
    'STATUTORY Statutory ledger only',
    'MANAGEMENT Management ledger only',
    'ALL Everything',
  ])
})
