import { connectDatabase } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { workflowEvent } from 'db/schema/workflow'
import { asc, eq, sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { bookFile, FUND_HEADS } from 'tests/support/areas/reference-import/reference-book'
import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeBook, writeMatching, writeSet } from 'tests/support/workbooks/write'
import type { BudgetRow } from '~/areas/budgets/budget'
import { call, control } from './calls'
import { uploadedDraft } from './drafts'
import { newEntity } from './entities'
import { payloads } from './files'
import { newFund, type TestFund } from './funds'
import { invoiceFile } from './invoice-files'
import { ownSite } from './own-site'
import { fieldOf, fillFields } from './rows'

/** An object to be changed. */
interface Prepared {
  /** The address of its form, or of the page that opens it. */
  path: string
  enter(page: Page): Promise<unknown>
  /** The events since. */
  effects(): Promise<unknown[]>
}

/** A form whose connection is cut. */
export interface LostCase {
  what: string
  user: string
  /** Creates its object, with a new name. */
  prepare(name: string): Promise<Prepared>
  /** A text in its open form. */
  typed(page: Page): Promise<unknown>
  /** The address it posts to. */
  posts: RegExp
  button: string
  /** The success line. */
  done: RegExp
  once: unknown[]
}

const read = async <T>(work: (of: ReturnType<typeof connectDatabase>['read']) => Promise<T>): Promise<T> => {
  const database = connectDatabase({ url: ownSite().url })
  try {
    return await work(database.read)
  } finally {
    await database.close()
  }
}

/** The names of events, oldest first: of an object, or of all that mention a name. */
function eventsOf(about: number | string): Promise<string[]> {
  const { id, objectId, name, log, data } = workflowEvent
  const which =
    typeof about === 'number'
      ? eq(objectId, about)
      : sql`strpos(${log} || ${data}::text, ${about}) > 0 and ${name} <> 'create'`
  return read(async (of) => {
    const found = await of.select({ name }).from(workflowEvent).where(which).orderBy(asc(id))
    return found.map((event) => event.name)
  })
}

/** The events of an object from now on. */
async function eventsFromNow(about: number | string): Promise<() => Promise<string[]>> {
  const before = (await eventsOf(about)).length
  return async () => (await eventsOf(about)).slice(before)
}

const heldBy = (name: string) => (page: Page) => fieldOf(page, name).inputValue()
/** Names of the selected files. */
const filesIn = (page: Page) =>
  page
    .locator('input[type=file][name=files]')
    .evaluate((input: HTMLInputElement) => [...(input.files ?? [])].map(({ name }) => name))
const chooseFiles = (page: Page, files: readonly WrittenFile[]) =>
  page.locator('input[type=file][name=files]').setInputFiles(payloads(files))

/** A controlled NAV with a warning: 12 on a suspense account. */
async function warnedNav(code: string): Promise<TestFund['nav']> {
  const { nav } = await newFund({ code })
  const books = planSet(nav.model, 'FIA3')
  const balance = tableIn(books, 'Balance')
  rowIn(balance, { accountNumber: '9010' }).debtor = { number: '12' }
  const income = nav.model.balance.find(({ accountNumber }) => accountNumber === '7010')
  rowIn(balance, { accountNumber: '7010' }).creditor = { number: String(Number(income?.creditor) + 12) }
  await control('accountant1', await Promise.all(books.map(writeBook)))
  return nav
}

async function controlledNav(code: string): Promise<TestFund['nav']> {
  const { nav } = await newFund({ code })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  return nav
}

/** A budget in entry, for a new entity. */
async function newBudget(): Promise<BudgetRow> {
  const name = await newEntity('Cut off')
  const [entity] = await read((of) =>
    of.select({ id: legalEntity.id }).from(legalEntity).where(eq(legalEntity.name, name)),
  )
  const [like] = (await call('accountant1', 'budgets')) as BudgetRow[]
  return (await call('accountant1', 'budget', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      supplier_id: like?.supplier_id,
      settling_legal_entity_id: entity?.id,
      routine_type_id: like?.routine_type_id,
      ...{ currency: 'EUR', amount_type: 'gross', treshold: '80.00', budget: '100.00' },
      ...{ from_date: '2041-01-01', to_date: '2041-12-31' },
    }),
  })) as BudgetRow
}

const budgetOf = async (id: number) => {
  const [row] = (await call('accountant1', `budgets?filter.id=${id}`)) as BudgetRow[]
  return row?.budget
}

const FUND_NAME = 'Alpine Growth Fund'

/** Each form that takes a long time to fill in, or that takes a step. */
export const LOST_CASES: LostCase[] = [
  {
    what: 'a draft',
    user: 'finance1',
    async prepare(ref) {
      const id = await uploadedDraft('finance1', { ref, net: '100' })
      const since = await eventsFromNow(id)
      return {
        path: `/drafts/${id}`,
        enter: (page) => fillFields(page, { grossAmount: '4321.09' }),
        async effects() {
          const { grossAmount } = (await call('finance1', `drafttransactions/${id}`)) as {
            grossAmount: string
          }
          return [...(await since()), grossAmount]
        },
      }
    },
    typed: heldBy('grossAmount'),
    posts: /^\/drafts\/\d+(\/\w+)*\.data/,
    button: 'Save',
    done: /^Draft \d+ saved$/,
    once: ['edit draft', '4321.09'],
  },
  {
    what: 'a budget',
    user: 'accountant1',
    async prepare() {
      const { id } = await newBudget()
      const since = await eventsFromNow(id)
      return {
        path: `/budgets/${id}`,
        enter: (page) => fillFields(page, { budget: '4321.09' }),
        effects: async () => [...(await since()), await budgetOf(id)],
      }
    },
    typed: heldBy('budget'),
    posts: /^\/budgets\/\d+\.data/,
    button: 'Save',
    done: /^Budget \d+ saved$/,
    once: ['edit budget', '4321.09'],
  },
  {
    what: 'a tolerance',
    user: 'admin',
    async prepare(code) {
      await newFund({ code, name: FUND_NAME })
      const since = await eventsFromNow(code)
      return {
        path: '/admin/tolerances/new',
        enter: (page) =>
          fillFields(page, {
            tolerance: { choose: 'B01 Double entry: Tolerance (amount)' },
            level: { choose: 'fund' },
            subject: { choose: `${code} ${FUND_NAME}` },
            value: '0.25',
            validFrom: '2026-12-01',
            reason: 'As the board agreed',
          }),
        effects: since,
      }
    },
    typed: heldBy('reason'),
    posts: /^\/admin\/tolerances\/new\.data/,
    button: 'Add',
    done: / will be added: /,
    once: ['change requested'],
  },
  {
    what: 'the explanation of a rule',
    user: 'accountant1',
    async prepare(code) {
      const { id } = await warnedNav(code)
      return {
        path: `/nav-controls/${id}`,
        async enter(page) {
          await page.getByRole('link', { name: 'Explain', exact: true }).click()
          await page.getByLabel(/^Comment on B04/).fill('Paid on Monday')
        },
        effects: await eventsFromNow(id),
      }
    },
    typed: (page) => page.getByLabel(/^Comment on B04/).inputValue(),
    posts: /^\/nav-controls\/\d+\/controls\/\d+\/explain\.data/,
    button: 'Save',
    done: /^1 rule explained$/,
    once: ['comment rule'],
  },
  {
    what: 'the result of a rule',
    user: 'accountant1',
    async prepare(code) {
      const { id } = await warnedNav(code)
      return {
        path: `/nav-controls/${id}`,
        async enter(page) {
          await page.getByRole('link', { name: /^Edit B04/ }).click()
          await page.getByRole('dialog').getByLabel('Status').selectOption('OK')
          await fillFields(page, { comment: 'Paid on Monday' })
        },
        effects: await eventsFromNow(id),
      }
    },
    typed: heldBy('comment'),
    posts: /^\/nav-controls\/\d+\/controls\/\d+\/rules\/\d+\.data/,
    button: 'Save',
    done: /^B04 .*: OK - justified$/,
    once: ['override rule'],
  },
  {
    what: 'the step of a NAV',
    user: 'accountant1',
    async prepare(code) {
      const { id } = await controlledNav(code)
      return {
        path: `/nav-controls/${id}`,
        enter: (page) => page.getByPlaceholder('Type a message...').fill('Prices agreed with the depositary'),
        effects: await eventsFromNow(id),
      }
    },
    typed: (page) => page.getByPlaceholder('Type a message...').inputValue(),
    posts: /^\/nav-controls\/\d+\.data/,
    button: 'Submit',
    done: /^NAV \w+ 30\.10\.26: SUBMITTED \(TEAM LEADER\)$/,
    once: ['submit'],
  },
  {
    what: 'the workbooks of a control',
    user: 'accountant1',
    async prepare(code) {
      const { nav } = await newFund({ code })
      const files = await writeSet(nav.model, 'FIA3')
      return {
        path: `/nav-controls/${nav.id}/new/fia-3`,
        async enter(page) {
          await chooseFiles(page, files)
          await fillFields(page, { comment: 'Second set of the administrator' })
          await fieldOf(page, 'reason').selectOption('FIRST')
        },
        effects: await eventsFromNow(nav.id),
      }
    },
    typed: async (page) => [await filesIn(page), await heldBy('comment')(page)],
    posts: /^\/api\/uploadfilesFIA\/3/,
    button: 'Launch control',
    done: /^Control finished/,
    once: ['control'],
  },
  {
    what: 'the workbook of a matching',
    user: 'accountant1',
    async prepare(code) {
      const nav = await controlledNav(code)
      const file = await writeMatching(nav.model)
      return {
        path: `/nav-controls/${nav.id}/new-matching`,
        enter: (page) => chooseFiles(page, [file]),
        effects: await eventsFromNow(nav.id),
      }
    },
    typed: filesIn,
    posts: /^\/api\/uploadmatching/,
    button: 'Upload matching',
    done: /^Matching done/,
    once: ['matching'],
  },
  {
    what: 'an import of reference data',
    user: 'admin',
    async prepare(code) {
      const book = {
        Funds: [[...FUND_HEADS], [code, 'Imported Fund', 'EUR', 'EQUITY', 'UCITS', 'FIA', 'yes']],
      }
      const file = await bookFile(book, `${code}.xlsx`)
      return {
        path: '/admin/import',
        enter: (page) => chooseFiles(page, [file]),
        effects: await eventsFromNow(code),
      }
    },
    typed: filesIn,
    posts: /^\/admin\/import\.data/,
    button: 'Import',
    done: /^1 change saved\.$/,
    once: ['import'],
  },
  {
    what: 'the upload of an invoice',
    user: 'finance1',
    async prepare(ref) {
      const file = await invoiceFile({ ref })
      return {
        path: '/drafts/new',
        async enter(page) {
          await page.locator('input[type=file][name=files]').setInputFiles(file)
          await fillFields(page, { comment: 'Sent twice' })
        },
        async effects() {
          return ((await call('finance1', `drafttransactions?filter.invoice_ref=${ref}`)) as unknown[]).map(
            () => 'draft',
          )
        },
      }
    },
    typed: async (page) => [await filesIn(page), await heldBy('comment')(page)],
    posts: /^\/api\/uploadinvoice/,
    button: 'Upload',
    done: /Draft \d+ created/,
    once: ['draft'],
  },
]
