import { Validator } from '@seriousme/openapi-schema-validator'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import type { OpenApi } from '~/areas/api-reference/api-doc'
import { rightSentence } from '~/areas/users/user-fields'
import { apiAddresses } from '../support/api/build'
import { apiSite } from '../support/api/site'

const site = await opened(apiSite())
const document: OpenApi = (await site.call('auditor1', 'GET', 'openapi.json')).body

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('every address under /api is in the document, and every documented call exists', async () => {
  const addresses = apiAddresses().map((path) => path.replace(/:(\w+)/g, '{$1}'))
  expect(Object.keys(document.paths).sort()).toEqual(addresses.sort())
  for (const [address, methods] of Object.entries(document.paths))
    for (const method of Object.keys(methods)) {
      const path = address.replace('/api/', '').replace(/\{\w+\}/g, '999999999')
      const { status } = await site.call(null, method.toUpperCase(), path)
      expect([method, address, status]).toEqual([method, address, 401])
    }
})

test('every call has a summary, a success response and a unique operation id', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operationId, summary, responses } of operations) {
    const done = Object.keys(responses as object).filter((status) => status.startsWith('2'))
    expect([operationId, summary, done.length > 0]).toEqual([operationId, expect.stringMatching(/\.$/), true])
  }
})

test('the document names rights as the screens do', () => {
  const text = (address: string, method: string) => document.paths[`/api/${address}`]?.[method]?.description
  expect(text('dashboard/nav/{fundNavId}', 'get')).toBe(
    `Needs navctrl or production: ${rightSentence(NONE)}.`,
  )
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const descriptions = all.map(({ description }) => String(description))
  expect(descriptions.filter((each) => /\bwith (?:add|update|delete)\b/.test(each))).toEqual([])
  expect(descriptions).toContain(`Needs navctrl: ${rightSentence({ ...NONE, update: true })}.`)
  expect(descriptions).toContain(
    `Needs budgets: ${rightSentence({ ...NONE, add: true })} or ${rightSentence({ ...NONE, update: true })}.`,
  )
})

const NONE = { add: false, update: false, delete: false }

test('bodies are required unless the call works without', () => {
  const without = Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.values(methods).flatMap(({ requestBody }) =>
      (requestBody as { required: boolean } | undefined)?.required === false ? [address] : [],
    ),
  )
  expect(without.sort()).toEqual([
    '/api/dashboard/nav/checks/{fundNavId}/{rank}',
    '/api/dashboard/nav/{fundNavId}/nextrouting/{routingId}',
  ])
})

test('every call that returns rows is a paged list with filters and a total count', () => {
  const plain = Object.entries(document.paths).flatMap(([address, { get }]) => {
    const { responses, parameters } = (get ?? {}) as {
      responses?: Record<string, { content?: Record<string, { schema: { type?: string } }> }>
      parameters?: { name?: string }[]
    }
    const isRows = responses?.[200]?.content?.['application/json']?.schema.type === 'array'
    return isRows && !parameters?.some(({ name }) => name === 'page') ? [address] : []
  })
  expect(plain).toEqual([])
})

test('the document has an ETag and answers 304 when unchanged', async () => {
  const first = await site.call('auditor1', 'GET', 'openapi.json')
  const tag = first.answer.headers.get('ETag') ?? ''
  const again = await site.call('auditor1', 'GET', 'openapi.json', {
    headers: { 'If-None-Match': `W/${tag}` },
  })
  expect([first.status, again.status, again.text]).toEqual([200, 304, ''])
})
