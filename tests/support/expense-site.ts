import { afterAll, beforeAll } from 'vitest'
import { type ExpenseReference, expenseReference, expenses } from './expenses'
import { type TestSite, testSite } from './site'

/** A site with what expenses refer to, for the tests of one file that opens it. */
export let site: TestSite
export let reference: ExpenseReference
/** What tests do with its drafts and invoices. */
export let its: ReturnType<typeof expenses>

/** Makes the site before the tests of the file that calls this, and ends it after them. */
export function openExpenseSite(): void {
  beforeAll(async () => {
    site = await testSite()
    reference = await expenseReference(site)
    its = expenses(site)
  })
  afterAll(() => site.close())
}
