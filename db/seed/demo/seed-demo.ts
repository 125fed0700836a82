import { siteSetting } from 'db/schema/access'
import { idempotencyKey } from 'db/schema/workflow'
import { eq, like } from 'drizzle-orm'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import type { FileWorkers } from '~/platform/files/worker/file-workers'
import type { Database } from '../../database'
import { playAccounts } from './bank-accounts'
import { playBudgets } from './budgets/play-budgets'
import { playExpenses } from './expenses/play-expenses'
import { seedInvoices } from './invoices'
import { playProcesses } from './processes/play-processes'
import { seedReference } from './reference'
import { playStories } from './story/play'
import { SITTING_KEYS } from './story/sitting'
import { seedUsers } from './users'

export interface DemoOptions {
  /** Reads the demo's own workbooks and runs the rules on them. */
  workers: ControlWorkers
  /** Reads the PDFs of the demo's suppliers. */
  files: FileWorkers
  /** Shows a line to the user who starts the site. */
  say: (line: string) => void
}

/** The stories of suppliers' invoices begin later. */
const FIRST_INVOICE = '2026-09-01'
const SETTING = 'demo'
const USERS_MADE = new Date('2026-07-15T08:00:00Z')

/**
 * Loads the demo data once, after the base data: users, funds, three months of NAVs (August to October 2026) that went
 * through the real controls and steps, processes with their tasks, budgets, bank accounts, and the invoices of these
 * months, some from the supplier's PDF on. An interrupted start goes on where it stopped. Returns at once when the data
 * exists, or when the site is set to have none.
 */
export async function seedDemo(database: Database, { workers, files, say }: DemoOptions): Promise<void> {
  const [setting] = await database.read.select().from(siteSetting).where(eq(siteSetting.key, SETTING))
  if (setting && setting.value !== 'loading') return
  if (!setting) {
    say('Loading the demo data: users, funds and reference data…')
    await database.transaction(async (tx) => {
      await seedUsers(tx, USERS_MADE)
      await seedReference(tx)
      await tx.insert(siteSetting).values({ key: SETTING, value: 'loading' })
    })
  }
  await playStories({ database, workers, say })
  say('Loading the demo data: processes and their tasks…')
  await playProcesses({ database })
  say('Loading the demo data: budgets and suppliers’ invoices…')
  const budgets = await playBudgets({ database })
  // An approval refers to the account that is paid. The change that waits comes after the invoices: it holds their
  // payments.
  await playAccounts({ database }, FIRST_INVOICE)
  await playExpenses({ database, files, budgets })
  await playAccounts({ database })
  await database.transaction(async (tx) => {
    await seedInvoices(tx)
    await tx.delete(idempotencyKey).where(like(idempotencyKey.key, `${SITTING_KEYS}%`))
    await tx.update(siteSetting).set({ value: true }).where(eq(siteSetting.key, SETTING))
  })
}
