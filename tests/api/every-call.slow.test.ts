import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { toVisit } from 'tests/support/routes/visit'
import { expect, test } from 'vitest'
import type { OpenApi } from '~/areas/api-reference/api-doc'
import { FILE_TYPES } from '~/platform/files/file-types'

const site = await opened(httpSite())
const visited = await toVisit(site)
const { navId, controlId, documentId, userId } = visited
const document = (await (await site.ask('auditor1', '/api/openapi.json')).json()) as OpenApi
const reference = await budgetReference(site)
const its = expenses(site)
const { draftId, invoiceId } = await its.newInvoice(reference)
await its.addFile('invoice', invoiceId, FILE_TYPES.invoice, 'invoice.pdf')
await its.invoiceStep('finance1', invoiceId, 'book')
const { budgetId } = await budgets(site).save('accountant1', budgetFields(reference))
const values: Record<string, string | number> = {
  fundNavId: navId,
  controlId,
  documentId,
  draftId,
  invoiceId,
  budgetId,
  userId,
  objectId: navId,
  id: controlId,
  entity: 1,
  settlementLegalEntity: 1,
  table: 'reasons',
  template: 'funds',
  name: 'navdashboard',
  mappingKey: 'FEES_TYPE',
  date: '2026-10-30',
  code: 'FUNDESK',
  version: 1,
  before: 1,
}

const patience = { timeout: 300_000 }

interface Operation {
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, unknown>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The documented operations of an address, by method. */
const operationsOf = (address: string) =>
  Object.entries(document.paths[address] ?? {}).map(
    ([method, operation]) => [method.toUpperCase(), operation as unknown as Operation] as const,
  )

const anywhere = (address: string) => address.replace(/\{\w+\}/g, '1')

test('undocumented methods are refused by name', patience, async () => {
  for (const address of Object.keys(document.paths)) {
    const documented = operationsOf(address)
    // A GET that changes data has no HEAD; only reads have an ETag.
    const reads = documented.some(([method, { responses }]) => method === 'GET' && !('409' in responses))
    const valid = documented.flatMap(([method]) => (method === 'GET' && reads ? ['GET', 'HEAD'] : [method]))
    for (const method of METHODS.filter((each) => !documented.some(([name]) => name === each))) {
      const answer = await site.ask(null, anywhere(address), { method })
      const allowed = (answer.headers.get('Allow') ?? '').split(', ').sort()
      expect([method, address, answer.status, allowed]).toEqual([
        method,
        address,
        405,
        [...valid, 'OPTIONS'].sort(),
      ])
      expect((await answer.json()).errorMessage).toContain(`Method not allowed: ${method}`)
    }
    const options = await site.ask(null, anywhere(address), { method: 'OPTIONS' })
    expect([options.status, options.headers.get('Allow')?.split(', ').sort()]).toEqual([
      204,
      [...valid, 'OPTIONS'].sort(),
    ])
  }
})

test('no call except uploads takes a body over 1 MB', patience, async () => {
  const body = `{"x":"${'x'.repeat(1024 * 1024)}"}`
  for (const address of Object.keys(document.paths))
    for (const [method, { responses }] of operationsOf(address)) {
      if (method === 'GET') continue
      expect([address, method, '413' in responses]).toEqual([address, method, true])
      const headers = { 'Content-Type': 'application/json' }
      const answer = await site.ask('auditor1', anywhere(address), { method, headers, body })
      expect([method, address, answer.status]).toEqual([method, address, 413])
      expect((await answer.json()).errorMessage).toMatch(/1 MB at most/)
    }
})

/** This site has no processes, payment runs, statements, journals, replays or monthly packs, and no draft with sub-funds. */
const READ_ELSEWHERE = [
  '/api/replay/{id}',
  '/api/nav-errors/{caseId}',
  '/api/oversight/reports/{reportId}',
  '/api/oversight/reports/{reportId}/differences',
  '/api/dashboard/tasks/{entityProcessDateId}',
  '/api/tasks/{taskId}',
  '/api/payments/{runId}',
  '/api/bankinbox/{entryId}',
  '/api/bankmonths/{monthKey}',
  '/api/bankmonths/{monthKey}/loader',
  '/api/prepaid/journals/{journalId}/loader',
  '/api/costs/{draftId}/division',
  '/api/evidence/months/{packId}',
  '/api/evidence/months/{packId}/file',
]

test('every read has an ETag, and answers 304 when it is unchanged', patience, async () => {
  const { navId, documentId } = visited
  const ownIds: Record<string, string | number> = {
    '/api/nav/controls/documents/{id}': documentId,
    '/api/nav/controls/documents/mgmt/{id}': navId,
    '/api/documents/invoice/{objectId}': values.invoiceId ?? 0,
  }
  const missed: string[] = []
  for (const address of Object.keys(document.paths)) {
    const [, get] = operationsOf(address).find(([method]) => method === 'GET') ?? []
    if (!get || !('304' in get.responses)) continue
    const path = address.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(ownIds[address] ?? values[name] ?? 999_999),
    )
    const users = ['auditor1', 'accountant1']
    let read: { user: string; tag: string } | null = null
    for (const user of users) {
      const answer = await site.ask(user, path)
      await answer.arrayBuffer()
      if (answer.status === 200) read ??= { user, tag: answer.headers.get('ETag') ?? '' }
    }
    if (!read) {
      missed.push(address)
      continue
    }
    expect([address, read.tag]).toEqual([address, expect.stringMatching(/^"[^"]+"$/)])
    for (const [etag, status] of [
      [read.tag, 304],
      [`W/${read.tag}, "other"`, 304],
      ['"other"', 200],
    ] as const) {
      const answer = await site.ask(read.user, path, { headers: { 'If-None-Match': etag } })
      const bytes = (await answer.arrayBuffer()).byteLength
      expect([address, etag, answer.status, bytes > 0]).toEqual([address, etag, status, status === 200])
      expect([address, answer.headers.get('ETag')]).toEqual([address, read.tag])
    }
  }
  expect(missed).toEqual(READ_ELSEWHERE)
})
