import { afterAll, beforeAll } from 'vitest'
import { type BudgetReference, budgetReference, budgets } from './budgets'
import { expenses } from './expenses'
import { type TestSite, testSite } from './site'

/** A site with what budgets refer to, for the tests of one file that opens it. */
export let site: TestSite
export let reference: BudgetReference
/** What tests do with its drafts and invoices. */
export let its: ReturnType<typeof expenses>
/** What tests do with its budgets. */
export let held: ReturnType<typeof budgets>

/** Makes the site before the tests of the file that calls this, and ends it after them. */
export function openBudgetSite(): void {
  beforeAll(async () => {
    site = await testSite()
    reference = await budgetReference(site)
    its = expenses(site)
    held = budgets(site)
  })
  afterAll(() => site.close())
}
