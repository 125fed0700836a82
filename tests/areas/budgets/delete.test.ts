import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf, userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import type { UserName } from 'tests/support/site'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { budgetList } from '~/areas/budgets/list.server'
import { budgetById } from '~/areas/budgets/read-budget.server'
import { deleteBudget } from '~/areas/budgets/save-budget.server'
import { addDocuments } from '~/areas/documents/add-documents.server'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { removeDocument } from '~/areas/documents/remove-document.server'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { WHOLE } from '~/platform/lists/list'
import { deleteRow } from '~/platform/tables/change-rows.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite())
const reference = await budgetReference(site)
const its = budgets(site)

let year = 2000
const fresh = () => {
  year += 1
  return { ...budgetFields(reference), from_date: `${year}-01-01`, to_date: `${year}-12-31` }
}
const remove = (
  user: UserName,
  budgetId: number,
  revision: number | null = null,
  key: string | null = null,
) =>
  site.transaction((tx) =>
    deleteBudget(contextOf({ tx, actor: site.actor(user), now: site.clock(), key }), {
      budgetId,
      revision,
    }),
  )

test('a deleted budget leaves the list, frees its days, and its chain says who deleted it', async () => {
  const fields = fresh()
  const { budgetId } = await its.save('accountant1', fields)
  const key = 'f3f7c1d0-0000-4000-8000-0000000000bb'
  expect(await remove('teamleader1', budgetId, 1, key)).toBe(`Budget ${budgetId}: deleted`)
  expect(await remove('teamleader1', budgetId, 1, key)).toBe(`Budget ${budgetId}: deleted`)
  await expect(remove('teamleader1', budgetId)).rejects.toMatchObject({ code: 'not-found' })
  await expect(budgetById(site.read, budgetId)).rejects.toMatchObject({
    message: expect.stringContaining('was deleted'),
  })
  const { rows } = await budgetList(contextOf({ read: site.read, timeZone: 'UTC' })).page(WHOLE)
  expect(rows.map(({ id }) => id)).not.toContain(budgetId)
  expect(await site.stateOf(budgetId)).toBe('CANCELLED (SYSTEM)')
  const history = await historyOf(site.read, budgetId)
  expect(history.filter(({ name }) => name === 'delete budget')).toMatchObject([
    { userId: site.actor('teamleader1').id, status: 'CANCELLED', log: expect.stringContaining('Deleted') },
  ])
  await its.save('accountant2', fields)
  await site.transaction((tx) => writeCheckpoint((work) => work(tx), 'key', site.clock()))
  expect(await verifyAudit(site.read, 'key')).toMatchObject({ broken: null, checkpoints: 1 })
})

test('only ACCOUNTING members with the permission delete, only as seen, and only if it was never active', async () => {
  const { budgetId } = await its.save('accountant1', fresh())
  for (const user of ['accountant1', 'finance1', 'treasurer1', 'auditor1', 'admin'] as const)
    await expect(remove(user, budgetId)).rejects.toMatchObject({
      code: 'forbidden',
      options: { title: 'Delete Error' },
    })
  await its.save('accountant2', { budget: '3.00' }, { budgetId })
  await expect(remove('teamleader1', budgetId, 1)).rejects.toMatchObject({ code: 'conflict' })
  await its.step('accountant1', budgetId, 'submit')
  await expect(remove('teamleader1', budgetId)).rejects.toMatchObject({
    message: expect.stringContaining('TO APPROVE'),
  })
  await its.step('teamleader2', budgetId, 'approve')
  await expect(remove('teamleader1', budgetId)).rejects.toMatchObject({ code: 'forbidden' })
  await its.step('accountant1', budgetId, 'amend')
  await expect(remove('teamleader1', budgetId)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('still active'),
  })
  const { rows } = await budgetList(contextOf({ read: site.read, timeZone: 'UTC' })).page(WHOLE)
  expect(rows.map(({ id }) => id)).toContain(budgetId)
})

test('authorised users add documents to a budget until it is cancelled', async () => {
  const budgetId = await its.activeBudget(fresh())
  const file = (name: string) => ({ fileName: name, bytes: new TextEncoder().encode(`a text: ${name}`) })
  const add = (user: UserName, name: string) =>
    addDocuments(userWork(site, site.actor(user)), { objectId: budgetId, files: [file(name)] })
  const [kept = 0] = await add('finance1', 'offer.txt')
  const [gone = 0] = await add('teamleader1', 'draft of the offer.txt')
  await expect(add('treasurer1', 'no.txt')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(add('clientdesk1', 'no.txt')).rejects.toMatchObject({ code: 'forbidden' })
  const removing = (user: UserName, id: number) => site.as(user, (context) => removeDocument(context, id))
  await expect(removing('finance1', gone)).rejects.toMatchObject({ code: 'forbidden' })
  await removing('teamleader1', gone)
  const listed = () => documentsOf(site.read, { objectKind: 'budget', objectId: budgetId })
  expect((await listed()).map(({ id }) => id)).toEqual([kept])
  await its.step('teamleader1', budgetId, 'cancel')
  await expect(add('finance1', 'late.txt')).rejects.toMatchObject({ code: 'refused' })
  await expect(removing('teamleader1', kept)).rejects.toMatchObject({ code: 'refused' })
  expect((await historyOf(site.read, budgetId)).map(({ name }) => name).slice(0, 4)).toEqual([
    'cancel',
    'delete document',
    'add document',
    'add document',
  ])
})

test('lookups used by a budget cannot be deleted', async () => {
  const budgetId = await its.activeBudget({ ...fresh(), currency: 'USD' })
  await its.step('accountant1', budgetId, 'amend')
  const by = { actor: site.actor('admin'), now: site.clock(), timeZone: 'UTC' }
  const refused = (table: string, key: string) =>
    site
      .transaction((tx) => deleteRow(contextOf({ tx, ...by }), lookupTableNamed(table), { key, seen: null }))
      .then(() => 'deleted')
      .catch((error: Error) => error.message)
  expect(await refused('currencies', 'USD')).toContain('is used by 1 budget and 1 active budget')
  await its.save('accountant1', { currency: 'EUR' }, { budgetId })
  // Drafts are still checked against the approved version.
  expect(await refused('currencies', 'USD')).toContain('is used by 1 active budget')
  expect(await refused('routine-types', String(reference.routineTypeId))).toMatch(/is used by \d+ budgets/)
  expect(await refused('expense-types', String(reference.expenseTypeId))).toMatch(/is used by \d+ budgets/)
  expect(await refused('legal-entities', String(reference.supplierId))).toMatch(/is used by \d+ budgets/)
  expect(await refused('legal-entities', String(reference.settlingId))).toMatch(/is used by \d+ budgets/)
})
