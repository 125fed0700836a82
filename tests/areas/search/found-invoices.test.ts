import { contextOf } from 'tests/support/context'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { search } from '~/areas/search/find.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

await site.ownerSql`update legal_entity set name = 'Société Générale Prêts' where id = ${reference.supplierId}`
for (const invoiceRef of ['7', '77', 'PRÊT-2026-1']) await its.newInvoice(reference, { invoiceRef })

async function invoices(text: string): Promise<string[]> {
  const groups = await search(contextOf({ read: site.read, actor: site.actor('finance1') }), text)
  return groups.find(({ title }) => title === 'Invoices')?.items.map(({ label }) => label) ?? []
}

const [seven, seventySeven, loan] = ['7', '77', 'PRÊT-2026-1'].map((ref) => `Société Générale Prêts, ${ref}`)

test('an invoice is found by words of its supplier and reference, ignoring accents, newest first', async () => {
  for (const text of ['Société Générale', 'generale SOCIETE', 'prets'])
    expect(await invoices(text), text).toEqual([loan, seventySeven, seven])
  expect(await invoices('societe 2026-1')).toEqual([loan])
  expect(await invoices('societe berlin')).toEqual([])
})

test('a short text must match a whole reference', async () => {
  expect(await invoices('7')).toEqual([seven])
  expect(await invoices('77')).toEqual([seventySeven])
  expect(await invoices('8')).toEqual([])
})
