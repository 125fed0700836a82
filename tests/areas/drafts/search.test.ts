import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '~/areas/drafts/entry/update-draft.server'
import type { DraftRow } from '~/areas/drafts/fields.server'
import { draftList } from '~/areas/drafts/list.server'
import { WHOLE } from '~/platform/lists/list'

const TEXTS: (keyof DraftRow)[] = [
  'legal_entity_name',
  'invoice_fund_legal_entity_name',
  'supplier_jurisdiction',
  'invoiced_legal_entity_name',
  'settling_entity',
  'category',
  'expense_type',
  'routine_type_name',
  'allocation_rule',
  'posting_filter',
  'invoice_ref',
  'currency',
  'validating_user_a',
  'validating_user_b',
  'transaction_comment',
  'username',
  'event_log',
  'event_status',
  'event_queue',
]

const site = await opened(testSite())
const reference = await expenseReference(site)
const { newDraft, draftStep, setDraft } = expenses(site)
await site.ownerSql`update legal_entity set jurisdiction = 'LU' where id = ${reference.supplierId}`
const [routine] = await site.ownerSql<{ id: number }[]>`
  insert into routine_type (name) values ('Half-yearly') returning id`
const full = await newDraft('finance1', {
  ...completeFields(reference),
  ...validations(reference),
  allocationRule: 'TNA',
  postingFilter: 'ALL',
  routineType: routine?.id ?? null,
  transactionComment: '100% of 50_50 \\ Été',
})
await draftStep('finance1', full, 'send to check', { comment: 'Please check' })
const fund = await newDraft('accountant1', {
  ...EMPTY_DRAFT,
  isSupplierFund: true,
  invoicedFundLegalEntity: reference.supplierFundId,
  currency: 'USD',
})
// A code no longer in the site’s list, and a draft without a known author.
await setDraft(fund, { allocationRule: 'FORMER-RULE', postingFilter: 'FORMER-FILTER', createdBy: null })
await newDraft('accountant1', EMPTY_DRAFT)
const rows = await found('')

async function found(search: string): Promise<readonly DraftRow[]> {
  return (
    await draftList(contextOf({ read: site.read, timeZone: 'UTC' })).page({ ...WHOLE, size: 200, search })
  ).rows
}
const idsOf = (those: readonly DraftRow[]) => those.map(({ id }) => id).sort()
const textsOf = (row: DraftRow) => TEXTS.map((name) => String(row[name] ?? ''))

test.each(TEXTS)('a draft is found by its %s, whole or in part, in any case', async (name) => {
  const values = rows.map((row) => String(row[name] ?? '')).filter((value) => value !== '')
  expect(values).not.toEqual([])
  for (const value of values)
    for (const words of [value, value.toUpperCase(), value.slice(1), value.slice(0, -1)]) {
      if (words === '') continue
      const expected = rows.filter((row) =>
        textsOf(row).some((text) => text.toLowerCase().includes(words.toLowerCase())),
      )
      expect([words, idsOf(await found(words))]).toEqual([words, idsOf(expected)])
    }
})

test.each(['TNA', 'zzz', 'EUR October', '100_', '0%0', '\\\\'])('no text contains %j', async (words) => {
  expect(await found(words)).toEqual([])
})

test('the last user is not searched: it would be looked up for each draft', async () => {
  expect(rows.map(({ last_user }) => last_user)).toContain(site.actor('accountant1').fullName)
  const others = rows.filter(({ username }) => username !== site.actor('accountant1').fullName)
  expect(others.map(({ last_user }) => last_user)).toContain(site.actor('accountant1').fullName)
  const ids = idsOf(await found(site.actor('accountant1').fullName))
  expect(ids).toEqual(idsOf(rows.filter((row) => !others.includes(row))))
})
