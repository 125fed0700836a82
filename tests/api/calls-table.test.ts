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

/** The lines of the tables of docs/calls.md. */
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

/** Every call, and the file of its area that has it. */
const calls = Object.entries(modules).flatMap(([path, module]) =>
  documentedCalls(Object.values(module).filter(isTable)).map(({ method, address }) => ({
    call: `${method} ${address.replace(/:(\w+)/g, '{$1}')}`,
    file: path.replace('../../', ''),
  })),
)

test('every call is in the table of docs/calls.md with the file that has it', () => {
  const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call)
  const told = rows.map(({ call, file }) => ({ call, file }))
  expect(told.sort(byCall)).toEqual(calls.sort(byCall))
})

test('the test that the table names for a call asks for it', () => {
  for (const { call, test: file } of rows) {
    const [, path = ''] = call.split(' ')
    const words = path.replace('/api/', '').split(/\/?\{\w+\}\/?/)
    const text = existsSync(project(file)) ? readFileSync(project(file), 'utf8') : ''
    const asked = text.includes(words[0] ?? '') && words.every((word) => text.includes(word))
    expect([call, file, asked]).toEqual([call, file, true])
  }
})

test('every call of the specification, section 7, exists', () => {
  const known = new Set(calls.map(({ call }) => call.replace(/\{\w+\}/g, '{}')))
  expect(CALLS_OF_SECTION_7.filter((call) => !known.has(call))).toEqual([])
})
