import { afterAll, beforeAll } from 'vitest'
import { type ExpenseReference, expenseReference, expenses } from './expenses'
import { type TestSite, testSite } from './site'

/** A site with what expenses refer to, for the tests of one file: made before them for whoever imports it, gone after. */
export let site: TestSite
export let reference: ExpenseReference
/** What tests do with its drafts and invoices. */
export let its: ReturnType<typeof expenses>

beforeAll(async () => {
  site = await testSite()
  reference = await expenseReference(site)
  its = expenses(site)
})
afterAll(() => site.close())
