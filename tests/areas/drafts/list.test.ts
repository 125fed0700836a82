import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '~/areas/drafts/entry/update-draft.server'
import { LISTED_DECLARED } from '~/areas/drafts/fields.server'
import { countOverdueDrafts, DRAFT_FIELDS, draftList, listedDrafts } from '~/areas/drafts/list.server'
import type { ListQuery } from '~/platform/lists/list'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { parseGridQuery } from '~/ui/grid/parse-query'

const ZONE = 'Europe/Luxembourg'

const site = await opened(testSite())
const reference = await expenseReference(site)
const { newDraft, draftStep } = expenses(site)
const full = await newDraft('finance1', {
  ...completeFields(reference),
  ...validations(reference),
  allocationRule: 'TNA',
  postingFilter: 'ALL',
})
await draftStep('finance1', full, 'send to check', { comment: 'Please check' })
const fund = await newDraft('accountant1', {
  ...completeFields(reference),
  isSupplierFund: true,
  invoicedLegalEntity: null,
  invoicedFundLegalEntity: reference.supplierFundId,
  currency: 'USD',
  prePaid: true,
  serviceFrom: '2026-11-01',
  serviceTo: '2026-12-31',
})
const ids = { full, fund, empty: await newDraft('accountant1', EMPTY_DRAFT) }

const queryFor = (search: string): ListQuery =>
  parseGridQuery(new URLSearchParams(search), DRAFT_FIELDS, {}).query
const page = (search: string) =>
  draftList(contextOf({ read: site.read, timeZone: ZONE })).page(queryFor(search))

test('a draft is shown with the names it refers to', async () => {
  const { rows } = await page(`filter.id=${ids.full}`)
  expect(rows).toMatchObject([
    {
      legal_entity_name: 'Index Data House Ltd',
      invoice_fund_legal_entity_name: null,
      invoiced_legal_entity_name: 'Alcyon SICAV',
      settling_entity: 'Hespéris Management SA',
      allocation_rule: 'Sub-funds by total net assets',
      posting_filter: 'All ledgers',
      validating_user_a: 'Anna Ackermann',
      validating_user_b: 'Béa Bodson',
      username: site.actor('finance1').fullName,
      last_user: site.actor('finance1').fullName,
      event_log: 'Please check',
      event_status: 'TO CHECK',
      event_queue: 'TEAM LEADER',
      event_class: 'pending',
    },
  ])
  expect(rows[0]?.update_date).toBeInstanceOf(Date)
})

test('a supplier fund has its own column', async () => {
  const { rows } = await page('filter.currency=USD')
  expect(rows).toMatchObject([
    {
      id: ids.fund,
      legal_entity_name: null,
      invoice_fund_legal_entity_name: 'Feeder Fund SICAV',
      invoice_entity: 'Feeder Fund SICAV',
      pre_paid: true,
    },
  ])
})

test.each(DRAFT_FIELDS.map(({ id }) => id))('%s sorts, groups and lists its values', async (id) => {
  const list = draftList(contextOf({ read: site.read, timeZone: ZONE }))
  const all = [ids.full, ids.fund, ids.empty].sort()
  for (const sort of [id, `-${id}`]) {
    const { rows, total } = await page(`sort=${sort}`)
    expect(total).toBe(3)
    expect(rows.map((row) => row.id).sort()).toEqual(all)
  }
  const grouped = await list.page({ ...queryFor(''), groups: [id] })
  expect(grouped.groups.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  const { values } = await list.values(queryFor(''), id, '')
  expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(3)
})

test('amounts add up by currency, and the search finds names and comments', async () => {
  const { sums } = await page('')
  expect(sums.gross_amount).toEqual(
    expect.arrayContaining([
      { unit: 'EUR', sum: expect.stringMatching(/^1170(\.00)?$/) },
      { unit: 'USD', sum: expect.stringMatching(/^1170(\.00)?$/) },
    ]),
  )
  expect((await page('search=feeder')).rows.map(({ id }) => id)).toEqual([ids.fund])
  expect((await page('search=please+check')).rows.map(({ id }) => id)).toEqual([ids.full])
})

test('a draft is late after the due date of its invoice, while in progress and unpaid', async () => {
  const late = async (today: string) => {
    const { query } = parseGridQuery(
      new URLSearchParams('filter.days_late=<>'),
      columnsOfFields(LISTED_DECLARED),
      {},
    )
    const { rows, total } = await listedDrafts(contextOf({ read: site.read, timeZone: ZONE, today })).page(
      query,
    )
    expect(await countOverdueDrafts(contextOf({ read: site.read, today }))).toBe(total)
    return rows.map(({ id, days_late }) => [id, days_late]).sort()
  }
  expect(await late('2026-11-27')).toEqual([])
  expect(await late('2026-11-29')).toEqual([
    // Friday 27 November; the weekend does not count.
    [ids.full, 1],
    [ids.fund, 1],
  ])
  await site.ownerSql`update draft set already_paid = true where id = ${ids.fund}`
  expect(await late('2026-11-29')).toEqual([[ids.full, 1]])
  await site.ownerSql`update workflow_instance set queue = 'SYSTEM' where object_id = ${ids.full}`
  expect(await late('2026-11-29')).toEqual([])
})
