import fc from 'fast-check'
import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { newProcessDate } from 'tests/support/process-dates'
import { rounds } from 'tests/support/rounds'
import { httpSite } from 'tests/support/routes/http-site'
import { toVisit } from 'tests/support/routes/visit'
import { expect, test } from 'vitest'
import type { JsonSchema, OpenApi } from '~/areas/api-reference/api-doc'
import { allowedBy, brokenFrom } from '../support/api/any-value'

/** Requests per call and user: half valid by the document, half not. */
const RUNS = rounds(3, 12)

/** Together they may make every call. */
const USERS = ['accountant1', 'teamleader1', 'finance1', 'operations1', 'admin'] as const

const site = await opened(httpSite())
const visited = await toVisit(site)
const reference = await budgetReference(site)
const { budgetId } = await budgets(site).save('accountant1', budgetFields(reference))
const draftId = await expenses(site).newDraft('finance1', completeFields(reference))
const now = site.clock()
const dated = await site.transaction((tx) =>
  newProcessDate(tx, {
    name: 'Report',
    eventDate: '2026-11-10',
    dueDate: '2026-11-12',
    now,
    tasks: [{ name: 'Check' }],
  }),
)
const { navId, controlId, ruleResultId, documentId } = visited
const ids = [navId, controlId, ruleResultId, documentId, budgetId, draftId, dated.processDateId]
ids.push(...dated.taskIds, reference.supplierId, reference.clientId, reference.anna, 1, 2, 3)
/** Possible values for the parameters of an address, by parameter name; any id of the site if not listed. */
const possible: Record<string, unknown[]> = {
  fundNavId: [navId],
  objectId: [navId, draftId, budgetId, ...dated.taskIds],
  draftId: [draftId],
  controlId: [controlId],
  budgetId: [budgetId],
  entityProcessDateId: [dated.processDateId],
  taskId: dated.taskIds,
  documentId: [documentId],
  id: [controlId, documentId, navId],
  rank: [1, 2],
  name: ['navdashboard', 'invoicelog'],
  table: ['reasons', 'currencies', 'holidays'],
  key: ['FIRST'],
  entity: [reference.clientId],
  settlementLegalEntity: [reference.clientId],
  date: ['2026-10-30'],
  nbFiles: [2, 3],
  fileType: ['OTHER'],
  reasonCode: ['PRICE'],
  mappingKey: ['FEES_TYPE'],
}
const document: OpenApi = await (await site.ask('admin', '/api/openapi.json')).json()

interface Parameter {
  name: string
  in: string
  schema: JsonSchema
}

interface Operation {
  parameters?: (Parameter & { $ref?: string })[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

/** A request to a call. */
interface Sent {
  path: string
  headers: Record<string, string>
  body?: BodyInit
}

const HEADERS = fc.record(
  {
    'Idempotency-Key': fc.constantFrom('key-1', 'key 2', 'k'.repeat(300)),
    'If-Match': fc.constantFrom('"1"', '*', 'W/"x"', '"999999999999"'),
    'If-None-Match': fc.constantFrom('*', '"x"'),
    Range: fc.constantFrom('bytes=0-10', 'bytes=-1', 'bytes=9-1', 'lines=1'),
  },
  { requiredKeys: [] },
)

const ODD_PARTS = fc.oneof(
  fc.constantFrom('0', '-1', '1e3', '999999999999999', '99999999999999999999', '%00', '..%2f', 'null', '�'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(encodeURIComponent),
)

function requestsOf(address: string, operation: Operation): fc.Arbitrary<Sent> {
  const given = operation.parameters?.filter(({ $ref }) => $ref === undefined) ?? []
  const part = ({ name, schema }: Parameter) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(possible[name] ?? ids)).map(String) },
      {
        weight: 4,
        arbitrary: allowedBy(document, schema, ids).map((value) => encodeURIComponent(String(value))),
      },
      { weight: 1, arbitrary: ODD_PARTS },
    )
  const parts = fc.record(
    Object.fromEntries(given.filter((each) => each.in === 'path').map((each) => [each.name, part(each)])),
  )
  const queryParameters = given.filter((each) => each.in === 'query')
  const columns = queryParameters.flatMap(({ name }) => /^filter\.(.+)/.exec(name)?.[1] ?? [])
  const queryValue = (each: Parameter) =>
    each.name === 'sort' && columns.length > 0 ? fc.constantFrom(...columns) : part(each)
  const pairs = queryParameters.map((each) => queryValue(each).map((value) => `${each.name}=${value}`))
  // A list has dozens of columns; a few at a time are enough.
  const query = pairs.length > 0 ? fc.array(fc.oneof(...pairs), { maxLength: 2 }) : fc.constant([])
  return fc.tuple(parts, query, HEADERS, bodiesOf(operation)).map(([names, search, headers, body]) => {
    const path = address.replace(/\{(\w+)\}/g, (_, name: string) => names[name] || '0')
    return {
      path: search.length > 0 ? `${path}?${search.join('&')}` : path,
      headers: {
        ...definedOf(headers),
        ...body.headers,
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Dest': 'empty',
      },
      ...(body.body === undefined ? {} : { body: body.body }),
    }
  })
}

const definedOf = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function bodiesOf({
  requestBody,
}: Operation): fc.Arbitrary<{ headers: Record<string, string>; body?: BodyInit }> {
  const json = requestBody?.content['application/json']
  const form = requestBody?.content['multipart/form-data']
  if (!json && !form) return fc.constant({ headers: {} })
  const schema = (json ?? form)?.schema ?? {}
  if (json) {
    const allowed = allowedBy(document, schema, ids)
    return fc.oneof(allowed, brokenFrom(allowed)).map((value) => ({
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(value) ?? 'null',
    }))
  }
  const { files: _, ...fields } = (schema.properties ?? {}) as Record<string, JsonSchema>
  return fc
    .tuple(
      fc.array(
        fc.tuple(fc.uint8Array({ maxLength: 500 }), fc.constantFrom('a.pdf', 'b.xlsx', 'ü?*.txt', '')),
        {
          maxLength: 4,
        },
      ),
      allowedBy(document, { type: 'object', properties: fields }, ids),
    )
    .map(([files, values]) => {
      const sent = new FormData()
      for (const [name, value] of Object.entries(values as Record<string, unknown>))
        sent.append(name, String(value))
      for (const [bytes, name] of files)
        sent.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
      return { headers: {}, body: sent }
    })
}

test('no call answers outside the document or with a 5xx, whatever it receives', async () => {
  const answered = new Map<string, Set<number>>()
  for (const [address, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${address}`
      const statuses = new Set<number>()
      const property = fc.asyncProperty(
        fc.constantFrom(...USERS),
        requestsOf(address, operation as Operation),
        async (user, { path, ...sent }) => {
          // The site checks the answer against the document.
          const { status } = await site.ask(user, path, { method: method.toUpperCase(), ...sent })
          statuses.add(status)
          expect(status).toBeLessThan(500)
        },
      )
      await fc
        .assert(property, {
          numRuns: RUNS * USERS.length,
          endOnFailure: true,
          includeErrorInReport: true,
        })
        .catch((error: Error) => {
          throw new Error(`${name}: ${error.message}`)
        })
      answered.set(name, statuses)
    }
  expect(site.crashes()).toEqual([])
  // The inputs are realistic: many calls succeeded at least once.
  const done = [...answered].filter(([, statuses]) => [...statuses].some((status) => status < 300))
  expect(done.length).toBeGreaterThan(answered.size / 3)
}, 600_000)
