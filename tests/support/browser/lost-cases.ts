import { workflowEvent } from 'db/schema/workflow'
import { asc, eq, sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { bookFile, FUND_HEADS } from 'tests/support/areas/reference-import/reference-book'
import { type WrittenFile, writeSet } from 'tests/support/workbooks/write'
import { call, control } from './calls'
import { uploadedDraft } from './drafts'
import { payloads } from './files'
import { newFund, type TestFund } from './funds'
import { invoiceFile } from './invoice-files'
import { ownDatabase } from './own-database'
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

const read = async <T>(work: (of: ReturnType<typeof ownDatabase>['read']) => Promise<T>): Promise<T> => {
  const database = ownDatabase()
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

async function controlledNav(code: string): Promise<TestFund['nav']> {
  const { nav } = await newFund({ code })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  return nav
}

/** One form for each way of sending, and for each kind of object that a step moves. */
export const LOST_CASES: LostCase[] = [
  {
    what: 'a draft',
    user: 'finance1',
    async prepare(ref) {
      const id = await uploadedDraft('finance1', { ref, net: '100' })
      const since = await eventsFromNow(id)
      return {
        path: `/drafts/${id}/edit`,
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
    button: 'Confirm',
    done: /^Draft \d+ saved$/,
    once: ['edit draft', '4321.09'],
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
