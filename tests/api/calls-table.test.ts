import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentedCalls } from '~/areas/api-reference/openapi/openapi'
import type { EndpointTable } from '~/http/calls/call-types'
import { CALLS_OF_SECTION_7 } from '../support/api/calls-of-the-specification'

interface Row {
  call: string
  file: string
  test: string
}

const project = (path: string) => new URL(`../../${path}`, import.meta.url)

/** The rows of the tables in docs/calls.md. */
const rows: Row[] = [
  ...readFileSync(project('docs/calls.md'), 'utf8').matchAll(
    /^\| `([A-Z]+ \S+)` \| `(\S+)` \| `(\S+)` \|$/gm,
  ),
].map(([, call = '', file = '', test = '']) => ({ call, file: `app/${file}`, test: `tests/${test}` }))

const modules = import.meta.glob<Record<string, unknown>>('../../app/{areas,platform}/**/{*-api,api}.ts', {
  eager: true,
})

const isTable = (value: unknown): value is EndpointTable =>
  typeof value === 'object' && value !== null && 'calls' in value && 'about' in value

/** Every call with the file that defines it. */
const calls = Object.entries(modules).flatMap(([path, module]) =>
  documentedCalls(Object.values(module).filter(isTable)).map(({ method, address }) => ({
    call: `${method} ${address.replace(/:(\w+)/g, '{$1}')}`,
    file: path.replace('../../', ''),
  })),
)

test('docs/calls.md lists every call with the file that defines it', () => {
  const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call)
  const documented = rows.map(({ call, file }) => ({ call, file }))
  expect(documented.sort(byCall)).toEqual(calls.sort(byCall))
})

test('the test listed for a call uses its address', () => {
  for (const { call, test: file } of rows) {
    const [, path = ''] = call.split(' ')
    const parts = path.replace('/api/', '').split(/\/?\{\w+\}\/?/)
    const text = existsSync(project(file)) ? readFileSync(project(file), 'utf8') : ''
    const used = text.includes(parts[0] ?? '') && parts.every((word) => text.includes(word))
    expect([call, file, used]).toEqual([call, file, true])
  }
})

test('every call of section 7 of the specification exists', () => {
  const existing = new Set(calls.map(({ call }) => call.replace(/\{\w+\}/g, '{}')))
  expect(CALLS_OF_SECTION_7.filter((call) => !existing.has(call))).toEqual([])
})
