import { COVERED } from 'db/evidence/covered'
import { livedInWithAllTables } from 'tests/support/evidence/all-tables'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { KINDS } from 'tests/support/evidence/tamper'
import { unnamed, untouched } from 'tests/support/evidence/unnamed'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { expect, test } from 'vitest'
import { verifyChanges } from '~/platform/proof/verify-changes.server'

const site = await opened(sealedSite())
await livedInWithAllTables(site)

/** Six in each table, or 1,000. */
const COUNT = rounds(6 * Object.keys(COVERED).length, 1_000)

test(`of ${COUNT} manipulations in every table of business data, each is reported with row and field`, async () => {
  const { missed, done, counts } = await unnamed(site, { rounds: COUNT, seed: 20, each: 6 })
  const listed = Object.keys(COVERED).map((table) => {
    const kinds = counts.get(table) ?? new Map<string, number>()
    return `${table.padEnd(24)} ${KINDS.map((kind) => `${kind} ${kinds.get(kind) ?? 0}`).join(', ')}`
  })
  process.stdout.write(`${listed.join('\n')}\n`)
  expect(missed).toEqual([])
  expect(done).toBe(COUNT)
  expect(untouched(counts), 'a table that no tampering reached: give it rows').toEqual([])
  expect(
    (await verifyChanges(site.readAside, site.signing.all)).findings,
    'what was put back is whole',
  ).toEqual([])
}, 180_000)
