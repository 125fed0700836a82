import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { secondAdmin } from 'tests/support/second-admin'
import { testSite } from 'tests/support/site'
import { subFunds } from 'tests/support/sub-funds'
import { expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { allocationKeys, keysOn } from '~/areas/drafts/cost-lines/allocation-keys.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { createRow, deleteRow, updateRow } from '~/platform/tables/change-rows.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const fundId = await subFunds(site).add(reference.clientId, 'ALC-EQ')
const other = await secondAdmin(site)

const by = () => ({
  actor: site.actor('admin'),
  now: site.clock(),
  timeZone: 'UTC',
})
const key = (more: Record<string, string> = {}) => ({
  legalEntityId: String(reference.clientId),
  fundId: String(fundId),
  share: '60',
  validFrom: '2026-01-01',
  validTo: '',
  ...more,
})
const create = (row: Record<string, string>) =>
  site.transaction((tx) => createRow(contextOf({ tx, ...by() }), allocationKeys, row))
async function approve(actor: Actor) {
  const [change] = await pendingChanges(site.read)
  await site.transaction((tx) =>
    approvePendingChange(contextOf({ tx, actor, now: site.clock() }), change?.id ?? 0),
  )
  return change?.description
}
const shares = async (day: string) =>
  (await keysOn(site.read, reference.clientId, day)).map(({ share }) => Number(share))

test('a key takes effect, changes and ends once a second administrator approves it', async () => {
  await create(key())
  expect(await shares('2026-06-30')).toEqual([])
  await expect(approve(site.actor('admin'))).rejects.toMatchObject({ code: 'forbidden' })
  expect(await approve(other)).toBe('Allocation key of Alcyon SICAV for ALC-EQ, from 01/01/2026')
  expect(await shares('2026-06-30')).toEqual([60])

  const [row] = await allocationKeys.load(contextOf({ read: site.read }))
  const stored = row?.key ?? ''
  const change = { key: stored, posted: { validTo: '2026-09-30' }, seen: null }
  await site.transaction((tx) => updateRow(contextOf({ tx, ...by() }), allocationKeys, change))
  expect((await allocationKeys.load(contextOf({ read: site.read })))[0]?.waits).toBe(
    '60 % from 01/01/2026 to 30/09/2026 pending',
  )
  expect(await shares('2026-10-01')).toEqual([60])
  await approve(other)
  expect(await shares('2026-10-01')).toEqual([])

  await site.transaction((tx) =>
    deleteRow(contextOf({ tx, ...by() }), allocationKeys, { key: stored, seen: null }),
  )
  expect(await shares('2026-06-30')).toEqual([60])
  await approve(other)
  expect(await shares('2026-06-30')).toEqual([])
})

test('a key belongs to a fund of the entity, and is unique per day, pending ones included', async () => {
  await create(key())
  const twice = await refusal(create(key({ validFrom: '2026-06-01' })))
  expect(twice.options.fields?.validFrom).toContain('overlap with the key from 01/01/2026')
  const elsewhere = await refusal(create(key({ legalEntityId: String(reference.settlingId) })))
  expect(elsewhere.options.fields?.fundId).toContain('belongs to another entity')
})
