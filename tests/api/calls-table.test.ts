import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { documentedCalls } from '~/areas/api-reference/openapi/documented-calls'
import { apiBuild } from './build'
import { CALLS_OF_SECTION_7 } from './calls-of-the-specification'

interface Row {
  call: string
  route: string
  test: string
}

const project = (path: string) => new URL(`../../${path}`, import.meta.url)

/** The lines of the tables of docs/calls.md. */
const rows: Row[] = [
  ...readFileSync(project('docs/calls.md'), 'utf8').matchAll(
    /^\| `([A-Z]+ \S+)` \| `(\S+)` \| `(\S+)` \|$/gm,
  ),
].map(([, call = '', route = '', file = '']) => ({
  call,
  route: `app/routes/api/${route}`,
  test: `tests/${file}`,
}))

let calls: { call: string; route: string }[]
beforeAll(async () => {
  calls = documentedCalls((await apiBuild()).routes).map(({ method, address, route }) => ({
    call: `${method} ${address.replace(/:(\w+)/g, '{$1}')}`,
    route: `app/${route.replace(/\.ts$/, '')}.ts`,
  }))
})

test('every call is in the table of docs/calls.md with the route that serves it', () => {
  const told = rows.map(({ call, route }) => ({ call, route }))
  const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call)
  // Two addresses have one file: the site map gives the second an id of its own.
  const served = calls.map(({ call, route }) => ({
    call,
    route: existsSync(project(route)) ? route : (told.find((each) => each.call === call)?.route ?? route),
  }))
  expect(told.sort(byCall)).toEqual(served.sort(byCall))
  for (const { route } of told) expect([route, existsSync(project(route))]).toEqual([route, true])
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
