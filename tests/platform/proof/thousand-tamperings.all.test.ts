import { COVERED } from 'db/evidence/covered'
import { filledSite } from 'tests/support/evidence/filled-site'
import type { SealedSite } from 'tests/support/evidence/sealed-site'
import { KINDS } from 'tests/support/evidence/tamper'
import { unnamed, untouched } from 'tests/support/evidence/unnamed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChanges } from '~/platform/proof/verify-changes.server'

let site: SealedSite
beforeAll(async () => {
  site = await filledSite()
}, 120_000)
afterAll(() => site.close())

test('of 1,000 tamperings in every table of business data, each is named with its row and field', async () => {
  const { missed, done, counts } = await unnamed(site, { rounds: 1_000, seed: 20, each: 6 })
  const listed = Object.keys(COVERED).map((table) => {
    const kinds = counts.get(table) ?? new Map<string, number>()
    return `${table.padEnd(24)} ${KINDS.map((kind) => `${kind} ${kinds.get(kind) ?? 0}`).join(', ')}`
  })
  process.stdout.write(`${listed.join('\n')}\n`)
  expect(missed).toEqual([])
  expect(done).toBe(1_000)
  expect(untouched(counts), 'a table that no tampering reached: give it rows').toEqual([])
  expect(
    (await verifyChanges(site.readAside, site.signing.all)).findings,
    'what was put back is whole',
  ).toEqual([])
}, 180_000)
