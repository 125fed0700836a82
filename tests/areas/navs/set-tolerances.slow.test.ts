import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { secondAdmin } from 'tests/support/second-admin'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { tolerancesTable } from '~/areas/navs/tolerances.server'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { createRow, deleteRow, updateRow } from '~/platform/tables/change-rows.server'
import type { RowValues } from '~/platform/tables/table-column'
import type { PostedRow } from '~/platform/tables/table-row'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite())
const other = await secondAdmin(site)

const table = tolerancesTable
const by = (actor: Actor) => ({
  actor,
  now: site.clock(),
  timeZone: 'Europe/Luxembourg',
})
const create = (row: PostedRow, who = site.actor('admin')) =>
  site.transaction((tx) => createRow(contextOf({ tx, ...by(who) }), table, row))
const update = (key: string, posted: PostedRow, who = site.actor('admin'), seen: RowValues | null = null) =>
  site.transaction((tx) => updateRow(contextOf({ tx, ...by(who) }), table, { key, posted, seen }))
const remove = (key: string) =>
  site.transaction((tx) =>
    deleteRow(contextOf({ tx, ...by(site.actor('admin')) }), table, { key, seen: null }),
  )
const load = () => table.load(contextOf({ read: site.read, ...by(site.actor('admin')) }))
/** Decides the oldest pending change, or the one at a position. */
async function decide(who: Actor | UserName = other, decision = approvePendingChange, at = 0) {
  const change = (await pendingChanges(site.read))[at]
  const actor = typeof who === 'string' ? site.actor(who) : who
  await site.transaction((tx) =>
    decision(contextOf({ tx, actor, now: site.clock(), timeZone: 'Europe/Luxembourg' }), change?.id ?? 0),
  )
}
async function refuseAll() {
  for (const _ of await pendingChanges(site.read)) await decide(other, refusePendingChange)
}
const item = (row: PostedRow = {}): PostedRow => ({
  tolerance: 'N05.amount',
  level: 'fund type',
  subject: 'EQUITY',
  value: '0.05',
  ...row,
})

test('every value of the rule table is listed with its current state', async () => {
  const rows = await load()
  const n05 = rows.find(({ tolerance }) => tolerance === 'N05.amount')
  expect(n05).toMatchObject({ level: 'all', subject: null, value: '0.01', state: 'active', waits: null })
  expect(rows.filter(({ tolerance }) => tolerance === 'N07.limit')).toHaveLength(5)
  expect(table.labelOf(n05 ?? {}, {})).toBe(
    'N05 Assets and liabilities: Tolerance (amount), for all, without dates',
  )
})

test('a value for one fund needs another administrator; the fund’s next control then uses it', async () => {
  const fund = await site.addFund({ fundCode: 'TOL001' })
  const used = async () => {
    const { controlId } = await site.control('accountant1', fund)
    const n05 = (await evidencedResultsOf(site.read, controlId)).find(({ ruleId }) => ruleId === 'N05')
    const [tolerance] = n05?.evidence.tolerances ?? []
    return `${tolerance?.value} ${tolerance?.level}`
  }
  const row = item({ level: 'fund', subject: 'TOL001', value: '2.50', validFrom: '01/10/2026' })
  const done = await create(row)
  expect(done.note).toMatch(/^it takes effect when .+ approves it$/)
  expect(await pendingChanges(site.read)).toMatchObject([
    {
      description:
        'Tolerance N05 Assets and liabilities: Tolerance (amount), for fund TOL001, from 01/10/2026',
      before: null,
      after: { value: '2.5', validFrom: '2026-10-01', validTo: null },
    },
  ])
  expect(await used()).toBe('0.01 all')
  expect((await refusal(decide('admin'))).message).toMatch(/^You requested this change/)
  expect((await refusal(decide('teamleader1'))).message).toMatch(/Ask an administrator/)
  await decide()
  expect(await used()).toBe('2.5 fund TOL001')
})

test('an end date and its successor are approved in order; the second is refused before the first', async () => {
  await create(item({ validFrom: '2026-01-01' }))
  await decide()
  const row = (await load()).find(
    ({ subject, tolerance }) => subject === 'EQUITY' && tolerance === 'N05.amount',
  )
  const key = row?.key ?? ''
  await update(key, { validTo: '2026-11-30' })
  expect((await load()).find((each) => each.key === key)?.waits).toMatch(/^Change requested by /)
  await create(item({ value: '0.1', validFrom: '2026-12-01' }))
  const early = await refusal(decide(other, approvePendingChange, 1))
  expect(early.message).toContain('overlap with 0.05, from 01/01/2026')
  expect(early.message).toContain('Decide that change first')
  await decide()
  await decide()
  const values = (await load()).filter(
    ({ subject }) => subject === 'EQUITY' && row?.tolerance === 'N05.amount',
  )
  expect(
    values
      .filter(({ tolerance }) => tolerance === 'N05.amount')
      .map(({ value, validFrom, validTo, state }) => [value, validFrom, validTo, state]),
  ).toEqual([
    ['0.05', '2026-01-01', '2026-11-30', 'active'],
    ['0.1', '2026-12-01', null, 'upcoming'],
  ])
})

test.each([
  [item({ validFrom: '2026-12-31' }), 'validFrom', 'overlap with 0.1, from 01/12/2026, for fund type EQUITY'],
  [item({}), 'validFrom', 'overlap with'],
  [item({ subject: 'FIA' }), 'subject', '"FIA" is not a fund type'],
  [item({ subject: '' }), 'subject', 'Choose the fund type that it applies to.'],
  [item({ subject: 'NOWHERE' }), 'subject', 'is not in the list'],
  [item({ level: 'all' }), 'subject', 'Leave it blank'],
  [item({ level: 'everybody' }), 'level', 'is not one of fund, fund type, provider, all'],
  [item({ tolerance: 'N99.limit' }), 'tolerance', 'is not one of'],
  [item({ value: '-1' }), 'value', 'is below zero'],
  [item({ value: '' }), 'value', 'Enter the value.'],
  [item({ value: '1,000' }), 'value', 'can be read in two ways'],
  [item({ value: '0.00000000001' }), 'value', 'more than 10 decimals'],
  [item({ tolerance: 'I03.equity', value: '2.5' }), 'value', 'whole number from 0 to 3650'],
  [item({ validFrom: '2020-02-01', validTo: '2020-01-01' }), 'validTo', 'is before'],
  [item({ validFrom: '2026-02-30' }), 'validFrom', 'is not a date'],
])('%o is refused with a message for %s', async (row, field, sentence) => {
  const before = await site.rowCounts()
  const { code, options } = await refusal(create(row))
  expect([code, Object.keys(options.fields ?? {})]).toEqual(['invalid', [field]])
  expect(options.fields?.[field]).toContain(sentence)
  expect(await site.rowCounts()).toEqual(before)
})

test('pending values count too: no two for the same day', async () => {
  await create(item({ level: 'provider', subject: 'FIA', validTo: '2026-12-31' }))
  const { options } = await refusal(
    create(item({ level: 'provider', subject: 'FIA', validFrom: '2026-12-31' })),
  )
  expect(options.fields?.validFrom).toContain('to 31/12/2026, for provider FIA')
  await create(item({ level: 'provider', subject: 'FIA', validFrom: '2027-01-01' }))
  await refuseAll()
})

test('a concurrent change shows both versions, and a request for an outdated row is not approved', async () => {
  const [row] = (await load()).filter(({ tolerance }) => tolerance === 'N10.limit')
  const seen = row ?? { key: '' }
  await update(seen.key, { value: '2' }, site.actor('admin'), seen)
  await decide()
  const late = await refusal(update(seen.key, { value: '3' }, other, seen))
  expect([late.code, late.options.details]).toMatchObject([
    'conflict',
    { opened: { value: '1' }, stored: { value: '2' }, yours: { value: '3' } },
  ])
  expect(late.message).toContain(`changed by ${site.actor('admin').fullName}`)
  await update(seen.key, { value: '4' })
  await site.ownerSql`update rule_tolerance set value = 5 where id = ${Number(seen.key)}`
  expect((await refusal(decide())).message).toMatch(/was changed since this was requested/)
  await refuseAll()
})

test('a deletion is pending too; afterwards a wider level counts', async () => {
  const row = (await load()).find(({ subject }) => subject === 'TOL001')
  await remove(row?.key ?? '')
  expect((await load()).find(({ subject }) => subject === 'TOL001')?.waits).toMatch(/^Deletion requested/)
  await decide()
  expect((await load()).some(({ subject }) => subject === 'TOL001')).toBe(false)
  expect(await verifyAudit(site.read, 'unused')).toMatchObject({ broken: null })
})
