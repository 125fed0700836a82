import { bytesOf, entryXml, oneStatement } from 'tests/support/areas/payments/bank-messages'
import { runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { BANK_FILE_LIMITS } from '~/areas/payments/bank-files/bank-file-limits'
import type { BankFileReaders } from '~/areas/payments/worker/jobs'

const site = await opened(httpSite())
await runsOn(site, await expenseReference(site)).addAccounts()
afterAll(() => expect(site.crashes()).toEqual([]))

/** How many transactions are open on the database of the site. */
async function openTransactions(): Promise<number> {
  const [row] = await site.admin<{ open: number }[]>`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and xact_start is not null
      and pid <> pg_backend_pid()`
  return row?.open ?? -1
}

/** How many were open each time that a thread began to read a file. */
const openWhileRead: number[] = []
beforeEach(() => openWhileRead.splice(0))

const { bankFiles } = site.services
Object.assign(site.services, {
  bankFiles: {
    async run(...asked: Parameters<BankFileReaders['run']>) {
      const [documents, open] = await Promise.all([bankFiles.run(...asked), openTransactions()])
      openWhileRead.push(open)
      return documents
    },
  },
})

function send(path: string, content: string) {
  const form = new FormData()
  form.append('idempotencyKey', crypto.randomUUID())
  form.append('files', new Blob([bytesOf(content)]), 'statement.xml')
  return site.ask('treasurer1', path, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: form,
  })
}

const UPLOADS = ['/payments/answer', '/api/payments/answers']

test('an open transaction is counted', async () => {
  expect(await openTransactions()).toBe(0)
  expect(await site.as('treasurer1', openTransactions)).toBe(1)
})

test.each(UPLOADS)(
  'what a bank sent to %s is read by a thread before the transaction that records it',
  async (path) => {
    const content = oneStatement(entryXml(), { id: `READ ${path}` })
    expect((await send(path, content)).status).toBeLessThan(400)
    expect(openWhileRead).toEqual([0])
    expect(await site.ownerSql`select 1 from bank_answer where message_id = ${`READ ${path}`}`).toHaveLength(
      1,
    )
  },
)

test.each(UPLOADS)('a file with too many elements is refused at %s, and nothing is stored', async (path) => {
  const content = oneStatement(entryXml({ facts: '<a/>'.repeat(BANK_FILE_LIMITS.heldElements) }))
  const before = await site.rowCounts()
  const answer = await send(path, content)
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining('has more elements, or deeper ones, than a statement needs.'),
  ])
  const { bank_answer, bank_document, bank_entry, workflow_event } = await site.rowCounts()
  expect({ bank_answer, bank_document, bank_entry, workflow_event }).toEqual({
    bank_answer: before.bank_answer,
    bank_document: before.bank_document,
    bank_entry: before.bank_entry,
    workflow_event: before.workflow_event,
  })
})
