import { type CopyTransaction, insertRows } from 'db/bulk'
import { backdateChanges } from 'db/evidence/seal'
import { appUser, siteSetting } from 'db/schema/access'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { idempotencyKey } from 'db/schema/workflow'
import { asc, eq, isNull, like } from 'drizzle-orm'
import { type DemoProgress, FIRST_PROGRESS } from '~/areas/access/demo-progress'
import { DEMO_BEGINS, DEMO_ENDS } from '~/areas/access/demo-time'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import type { Database, Read, Transaction } from '../../database'
import { loadInvoices } from '../invoices/load-invoices'
import { playAccounts } from './bank-accounts'
import { playBudgets } from './budgets/play-budgets'
import { LAST_DAY } from './calendar'
import { playOnce } from './demo-work'
import { EXPENSE_ACCOUNTS } from './entities'
import { playExpenses } from './expenses/play-expenses'
import { seedFeeInvoices } from './fee-invoices'
import { playNavErrors } from './nav-errors'
import { playPayments } from './payments'
import { playPrepaid } from './prepaid'
import { playProcesses } from './processes/play-processes'
import { seedReference } from './reference'
import { playStatements } from './statements'
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
  /** Called with the progress after each part. */
  onProgress?: (now: DemoProgress) => void
}

/** The stories of suppliers' invoices start later. */
const FIRST_INVOICE = '2026-09-01'
const SETTING = 'demo'
const LOADING = 'loading'

/** Percentage of the total time at which each part starts. */
const BEGINS = { navs: 2, processes: 78, invoices: 82 }

/** Whether the demo data is to be loaded, or was not loaded completely: not if the site is set to have none. */
export async function demoIsDue(read: Read): Promise<boolean> {
  const [setting] = await read.select().from(siteSetting).where(eq(siteSetting.key, SETTING))
  return setting === undefined || setting.value === LOADING
}

/** Whether a start is loading the demo data, or was interrupted while doing so. */
export async function isDemoHalf(read: Read): Promise<boolean> {
  const [setting] = await read.select().from(siteSetting).where(eq(siteSetting.key, SETTING))
  return setting?.value === LOADING
}

/**
 * Marks a site as one without demo data, so that no later start loads it.
 * @returns false if the site has demo data already, all of it or a part
 */
export async function excludeDemo({ transaction }: Pick<Database, 'transaction'>): Promise<boolean> {
  return transaction(async (tx) => {
    const [setting] = await tx.select().from(siteSetting).where(eq(siteSetting.key, SETTING))
    if (setting) return setting.value === false
    await tx.insert(siteSetting).values({ key: SETTING, value: false })
    return true
  })
}

/**
 * Loads the demo data once, after the base data: users, funds, three months of NAVs (August to October 2026) that went
 * through the real controls and steps, processes with their tasks, budgets, bank accounts, and the invoices of these
 * months, some starting from the supplier's PDF. An interrupted start continues where it stopped. Returns immediately
 * if the data exists, or if the site is set to have none.
 */
export async function seedDemo(
  database: Database,
  { workers, files, say, onProgress = () => {} }: DemoOptions,
): Promise<void> {
  const [setting] = await database.read.select().from(siteSetting).where(eq(siteSetting.key, SETTING))
  if (setting && setting.value !== LOADING) return
  if (!setting) {
    say(`Loading the demo data: ${FIRST_PROGRESS.what}…`)
    await database.transaction(async (tx) => {
      // Visible from then on: pages can be shown as of the first story.
      await tx.execute(backdateChanges(DEMO_BEGINS))
      await seedUsers(tx, DEMO_BEGINS)
      await seedReference(tx)
      await tx.insert(siteSetting).values({ key: SETTING, value: LOADING })
    })
  }
  await playStories({
    database,
    workers,
    say,
    onPlayed: (what, share) =>
      onProgress({
        what,
        percent: BEGINS.navs + Math.floor(share * (BEGINS.processes - BEGINS.navs)),
      }),
  })
  const begin = (what: string, percent: number) => {
    say(`Loading the demo data: ${what}…`)
    onProgress({ what, percent })
  }
  begin('processes and their tasks', BEGINS.processes)
  await playProcesses({ database })
  begin('budgets and suppliers’ invoices', BEGINS.invoices)
  const budgets = await playBudgets({ database })
  // An approval refers to the account to be paid. The waiting change comes after the invoices, as it holds their
  // payments.
  await playAccounts({ database }, FIRST_INVOICE)
  await playExpenses({ database, files, budgets })
  await playAccounts({ database })
  const [first] = await database.read
    .select({ id: appUser.id })
    .from(appUser)
    .orderBy(asc(appUser.id))
    .limit(1)
  const key = `${SITTING_KEYS}invoices`
  await playOnce(database, { key, userId: first?.id ?? 0, now: DEMO_BEGINS }, seedInvoices)
  await playPayments({ database })
  await playPrepaid(database)
  await playStatements({ database })
  await playNavErrors({ database, workers })
  await database.transaction(async (tx) => {
    await tx.delete(idempotencyKey).where(like(idempotencyKey.key, `${SITTING_KEYS}%`))
    await tx.update(siteSetting).set({ value: true }).where(eq(siteSetting.key, SETTING))
  })
}

/** Supplier → what it bills; funds recharge what they paid for others. */
const BILLS: Record<string, string[]> = {
  'Sûre Custody Bank Luxembourg SCA': ['Depositary fee', 'Transaction charges'],
  'Fontaine & Weis, réviseurs d’entreprises agréés': ['Audit fee', 'Tax advice'],
  'Kellermann Steiner Avocats à la Cour': ['Legal fee', 'Tax advice'],
  'Index Data House Ltd': ['Index licence', 'Market data'],
  'Pricewell Market Data GmbH': ['Market data'],
  'Domus Domiciliation Services SA': ['Domiciliation fee', 'Directors’ fee'],
  'Lindenhof Umbrella Fund': ['Translation and publication', 'Legal fee'],
  'Pinecrest Funds ICAV': ['Translation and publication', 'Legal fee'],
}

/**
 * The VAT that each of the demo's suppliers charges, in percent. Luxembourg: 17 % is the standard rate, and 14 % that
 * of the safekeeping and administration of securities (VAT law of 12 February 1979, articles 39 and 40, rates since
 * 2024). Suppliers in other countries charge none: their clients owe it (reverse charge, Directive 2006/112/EC,
 * articles 44 and 196). Funds pass on what others charged them.
 */
const VAT: Readonly<Record<string, number>> = {
  'Sûre Custody Bank Luxembourg SCA': 14,
  'Fontaine & Weis, réviseurs d’entreprises agréés': 17,
  'Kellermann Steiner Avocats à la Cour': 17,
  'Index Data House Ltd': 0,
  'Pricewell Market Data GmbH': 0,
  'Domus Domiciliation Services SA': 17,
  'Traduction Express SPRL': 0,
  'Lindenhof Umbrella Fund': 0,
  'Pinecrest Funds ICAV': 0,
}

const COMMENTS = [
  'Fees as agreed in the service agreement',
  'Split over all sub-funds by net assets',
  'Check the VAT number',
  'Second half; the first one came in spring',
]

const COUNT = 400
const FIRST_DATE = '2026-08-03'

/** Invoices of the demo's three months, from its suppliers to its funds and companies. */
async function seedInvoices(tx: Transaction): Promise<void> {
  const entities = await tx
    .select({ id: legalEntity.id, kind: legalEntity.kind, name: legalEntity.name })
    .from(legalEntity)
    .where(isNull(legalEntity.deadDate))
    .orderBy(asc(legalEntity.id))
  const expenseTypes = await tx
    .select({ id: expenseType.id, name: expenseType.name })
    .from(expenseType)
    .orderBy(asc(expenseType.id))
  const accrued = new Set(
    EXPENSE_ACCOUNTS.map(([type]) => expenseTypes.find(({ name }) => name === type)?.id ?? 0),
  )
  const market = {
    suppliers: entities
      .filter(({ kind }) => kind.startsWith('SUPPLIER'))
      .map(({ id, kind, name: supplier }) => ({
        id,
        isFund: kind === 'SUPPLIER FUND',
        expenseTypes: expenseTypes.filter(({ name }) => BILLS[supplier]?.includes(name)),
        taxRates: [[VAT[supplier] ?? 17, 100]] as const,
      })),
    // The budgets of the companies count only their own stories.
    entities: entities
      .filter(({ kind }) => !kind.startsWith('SUPPLIER'))
      .map(({ id, kind }) => ({
        id,
        withoutRoutine: kind === 'COMPANY',
        // Accrued expenses are billed according to the NAVs.
        ...(kind === 'FUND' && { billedApart: accrued }),
      })),
    expenseTypes,
    comments: COMMENTS,
    routineTypes: await tx.select({ id: routineType.id }).from(routineType).orderBy(asc(routineType.id)),
    from: FIRST_DATE,
    to: LAST_DAY,
  }
  const copying: CopyTransaction = { tx, copy: (table, rows) => insertRows(tx, table, [...rows]) }
  await loadInvoices(copying, { count: COUNT, market, now: DEMO_ENDS, say: () => {} })
  await seedFeeInvoices(copying, DEMO_ENDS)
}
