import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withAddresses } from '~/start/lock-addresses.mjs'

const project = new URL('../..', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, project), 'utf8'))

test('each package of the lockfile has its address, so that npm need not look it up, and no registry is named', () => {
  const lock = read('package-lock.json')
  // After npm changed the lockfile: node app/start/lock-addresses.mjs
  expect(withAddresses(lock)).toEqual(lock)
})

test('an aliased package is downloaded under its real name', () => {
  const packages = {
    '': { name: 'fundesk' },
    tests: { version: '0.1.0' },
    'node_modules/fundesk-tests': { resolved: 'tests', link: true },
    'node_modules/a/node_modules/@of/b': { version: '1.2.3', resolved: 'https://elsewhere.example/b.tgz' },
    'node_modules/c-old': { name: 'c', version: '2.0.0' },
  }
  expect(withAddresses({ packages }).packages).toEqual({
    ...packages,
    'node_modules/a/node_modules/@of/b': {
      version: '1.2.3',
      resolved: 'https://registry.invalid/@of/b/-/b-1.2.3.tgz',
    },
    'node_modules/c-old': {
      name: 'c',
      version: '2.0.0',
      resolved: 'https://registry.invalid/c/-/c-2.0.0.tgz',
    },
  })
})
