import { afterAll, beforeAll } from 'vitest'
import { type BudgetReference, budgetReference, budgets } from './budgets'
import { expenses } from './expenses'
import { type TestSite, testSite } from './site'

/** A site with what budgets refer to, for the tests of one file: made before them for whoever imports it, gone after. */
export let site: TestSite
export let reference: BudgetReference
/** What tests do with its drafts and invoices. */
export let its: ReturnType<typeof expenses>
/** What tests do with its budgets. */
export let held: ReturnType<typeof budgets>

beforeAll(async () => {
  site = await testSite()
  reference = await budgetReference(site)
  its = expenses(site)
  held = budgets(site)
})
afterAll(() => site.close())
