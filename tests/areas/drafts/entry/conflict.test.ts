import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { saveCostLine } from '~/areas/drafts/cost-lines/cost-lines.server'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { draftById } from '~/areas/drafts/read-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { DomainError } from '~/platform/values/domain-error'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

type Editor = 'finance1' | 'accountant1'
const edit = (user: Editor, draftId: number, revision: number, fields: Partial<DraftFields>) =>
  site.transaction((tx) =>
    updateDraft(contextOf({ tx, actor: site.actor(user), now: site.clock() }), {
      draftId,
      revision,
      fields,
    }),
  )
const addLine = (user: Editor, draftId: number, revision: number, grossAmount: string) =>
  site.transaction((tx) =>
    saveCostLine(contextOf({ tx, actor: site.actor(user), now: site.clock() }), {
      draftId,
      id: null,
      revision,
      fields: { feesType: 'AUDIT', grossAmount, taxes: '0.00', comment: '' },
    }),
  )
const newDraft = () => its.newDraft('finance1', completeFields(reference))

async function refusal(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof DomainError) return error
  throw new Error(`Not refused: ${error}`)
}

const versionsIn = ({ details }: DomainError['options']) =>
  details?.versions as { field: string; stored: string; yours: string }[]

test('the slower user sees the old, stored and new values, and who changed what', async () => {
  const draftId = await newDraft()
  await edit('accountant1', draftId, 1, { invoiceRef: 'THEIRS', grossAmount: '1200.00' })
  await edit('accountant1', draftId, 2, { invoiceRef: 'THEIRS 2', transactionComment: 'Theirs' })
  const before = await historyOf(site.read, draftId)
  const refused = await refusal(edit('finance1', draftId, 1, { invoiceRef: 'MINE', taxes: '180.00' }))
  expect(refused).toMatchObject({ code: 'conflict' })
  expect(refused.message).toContain(`Draft ${draftId} was changed by ${site.actor('accountant1').fullName}`)
  expect(refused.options.details).toEqual({
    revision: 3,
    versions: [
      {
        field: 'invoiceRef',
        label: 'Reference',
        opened: 'INV-2026/0107',
        stored: 'THEIRS 2',
        yours: 'MINE',
        changed: 'both',
      },
      {
        field: 'grossAmount',
        label: 'Gross',
        opened: '1,170.00',
        stored: '1,200.00',
        yours: '1,170.00',
        changed: 'only they',
      },
      {
        field: 'taxes',
        label: 'Taxes',
        opened: '170.00',
        stored: '170.00',
        yours: '180.00',
        changed: 'only you',
      },
      {
        field: 'transactionComment',
        label: 'Comment',
        opened: 'October',
        stored: 'Theirs',
        yours: 'October',
        changed: 'only they',
      },
    ],
  })
  expect(await historyOf(site.read, draftId)).toEqual(before)
  // Saved over it, with the reported revision.
  await edit('finance1', draftId, 3, { invoiceRef: 'MINE', taxes: '180.00' })
  expect(await draftById(site.read, draftId)).toMatchObject({
    invoiceRef: 'MINE',
    netAmount: '1020.00',
    transactionComment: 'Theirs',
  })
})

test('the same change twice is no conflict', async () => {
  const draftId = await newDraft()
  await edit('accountant1', draftId, 1, { invoiceRef: 'SAME' })
  expect(await edit('finance1', draftId, 1, { invoiceRef: 'SAME' })).toEqual({ revision: 2 })
})

test('cost lines added by someone else are shown too', async () => {
  const draftId = await newDraft()
  await addLine('accountant1', draftId, 1, '500.00')
  const { options } = await refusal(edit('finance1', draftId, 1, { invoiceRef: 'MINE' }))
  expect(versionsIn(options).map(({ field }) => field)).toEqual([
    'invoiceRef',
    'grossAmount',
    'taxes',
    'costLines',
  ])
  const line = await refusal(addLine('finance1', draftId, 1, '600.00'))
  expect(line.options.details?.versions).toContainEqual({
    field: 'costLines',
    label: 'Cost lines',
    opened: 'none',
    stored: 'AUDIT 500.00',
    yours: 'none',
    changed: 'only they',
  })
})

test('amounts entered before someone divided the draft are shown, not just refused', async () => {
  const draftId = await newDraft()
  await addLine('accountant1', draftId, 1, '500.00')
  const { code, options } = await refusal(edit('finance1', draftId, 1, { grossAmount: '700.00' }))
  expect(code).toBe('conflict')
  expect(versionsIn(options)[0]).toMatchObject({ opened: '1,170.00', stored: '500.00', yours: '700.00' })
})

test('of two people on one draft one wins, twenty times over', async () => {
  const drafts = await Promise.all(Array.from({ length: 20 }, newDraft))
  const races = await Promise.all(
    drafts.map(async (draftId) => {
      const pair = await Promise.allSettled([
        edit('finance1', draftId, 1, { invoiceRef: 'FINANCE' }),
        edit('accountant1', draftId, 1, { invoiceRef: 'ACCOUNTANT' }),
      ])
      return { draftId, pair }
    }),
  )
  for (const { draftId, pair } of races) {
    const lost = pair.filter((each) => each.status === 'rejected')
    expect(lost).toHaveLength(1)
    const [{ reason }] = lost as [PromiseRejectedResult]
    expect(reason).toMatchObject({ code: 'conflict' })
    const draft = await draftById(site.read, draftId)
    expect(draft.revision).toBe(2)
    const [both] = versionsIn(reason.options)
    expect(both?.stored).toBe(draft.invoiceRef)
    expect([both?.stored, both?.yours].sort()).toEqual(['ACCOUNTANT', 'FINANCE'])
    expect((await historyOf(site.read, draftId)).filter(({ name }) => name === 'edit draft')).toHaveLength(1)
  }
})

test('of an edit and a step at once, the step never uses unseen values', async () => {
  const drafts = await Promise.all(Array.from({ length: 8 }, newDraft))
  for (const draftId of drafts) {
    const [changed, sent] = await Promise.allSettled([
      edit('accountant1', draftId, 1, { grossAmount: '999.00' }),
      its.draftStep('finance1', draftId, 'send to check', { revision: 1 }),
    ])
    expect([changed.status, sent.status].sort()).toEqual(['fulfilled', 'rejected'])
    const { grossAmount } = await draftById(site.read, draftId)
    expect(await site.stateOf(draftId)).toBe(
      sent.status === 'fulfilled' ? 'TO CHECK (TEAM LEADER)' : 'IN ENTRY (ACCOUNTING)',
    )
    expect(grossAmount).toBe(changed.status === 'fulfilled' ? '999.00' : '1170.00')
  }
})
