import { draft } from 'db/schema/drafts'
import { eq } from 'drizzle-orm'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { draftById } from '~/areas/drafts/read-draft.server'
import { DomainError } from '~/platform/values/domain-error'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite({ writeConnections: 10 }))
const reference = await expenseReference(site)
const its = expenses(site)

const OBJECTS = 100

/** How many of these won; the losers must get a sentence. */
async function winners(attempts: Promise<unknown>[]): Promise<number> {
  const settled = await Promise.allSettled(attempts)
  for (const each of settled)
    if (each.status === 'rejected') {
      expect(each.reason).toBeInstanceOf(DomainError)
      expect(['conflict', 'forbidden']).toContain(each.reason.code)
    }
  return settled.filter(({ status }) => status === 'fulfilled').length
}

const stepsOf = async (objectId: number) =>
  (await historyOf(site.read, objectId)).filter(({ type }) => type === 'step').map(({ name }) => name)

test('of two people who take different steps on a draft at once, one wins, draft after draft', async () => {
  const ids: number[] = []
  for (let at = 0; at < OBJECTS; at++) {
    const draftId = await its.newDraft('finance1', completeFields(reference))
    ids.push(draftId)
  }
  for (const draftId of ids) {
    const attempts: [UserName, string][] = [
      ['finance1', 'send to check'],
      ['finance2', 'cancel'],
      ['accountant1', 'send to check'],
    ]
    const seen = (await historyOf(site.read, draftId))[1]?.id ?? 0
    expect(
      await winners(
        attempts.map(([user, name]) =>
          its.draftStep(user, draftId, name, { seenEventId: seen, from: 'IN ENTRY' }),
        ),
      ),
    ).toBe(1)
    expect(await stepsOf(draftId)).toHaveLength(1)
  }
})

test('drafts completed, returned and cancelled at once take one of these steps, and no invoice lacks its draft', async () => {
  const drafts: number[] = []
  for (let at = 0; at < 20; at++) drafts.push(await its.validatedDraft(reference))
  const attempts: [UserName, string][] = [
    ['clientdesk1', 'create invoice'],
    ['clientdesk2', 'create invoice'],
    ['clientdesk2', 'return'],
    ['clientdesk1', 'cancel'],
  ]
  const won = await Promise.all(
    drafts.map((draftId) =>
      winners(
        attempts.map(([user, name]) =>
          its.draftStep(user, draftId, name, { comment: 'At once', from: 'VALIDATED' }),
        ),
      ),
    ),
  )
  expect(won).toEqual(drafts.map(() => 1))
  for (const draftId of drafts) {
    const completed = (await site.stateOf(draftId)) === 'COMPLETED (SYSTEM)'
    expect(await its.invoicesOf(draftId)).toHaveLength(completed ? 1 : 0)
  }
})

test('a draft edited during its approval is approved as seen, or not at all', async () => {
  for (let at = 0; at < 20; at++) {
    const draftId = await its.newDraft('finance1', completeFields(reference))
    const { revision } = await draftById(site.read, draftId)
    const edit = { draftId, revision, fields: { transactionComment: `${at}` } }
    const [sent, edited] = await Promise.allSettled([
      its.draftStep('finance1', draftId, 'send to check', { revision }),
      site.as('finance2', (context) => updateDraft(context, edit)),
    ])
    const both = [sent.status, edited.status].filter((status) => status === 'fulfilled')
    expect(both).toHaveLength(1)
    const [row] = await site.read.select({ is: draft.revision }).from(draft).where(eq(draft.id, draftId))
    expect(row?.is).toBe(edited.status === 'fulfilled' ? revision + 1 : revision)
  }
})

test('an invoice is booked once, with one loader, under parallel attempts; the trail is intact', async () => {
  const invoices: number[] = []
  for (let at = 0; at < 10; at++) invoices.push((await its.newInvoice(reference)).invoiceId)
  const won = await Promise.all(
    invoices.map((invoiceId) =>
      winners(
        (['finance1', 'finance2', 'accountant1'] as const).flatMap((user) => [
          its.invoiceStep(user, invoiceId, 'book', { from: 'TO BOOK' }),
          its.invoiceStep(user, invoiceId, 'cancel', { from: 'TO BOOK' }),
        ]),
      ),
    ),
  )
  expect(won).toEqual(invoices.map(() => 1))
  for (const invoiceId of invoices) {
    const [loaders] = await site.ownerSql`
      select count(*)::int as n from document where object_id = ${invoiceId} and file_type = 'LOADER'`
    const [done] = await stepsOf(invoiceId)
    expect(loaders?.n).toBe(done === 'book' ? 1 : 0)
  }
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
})
