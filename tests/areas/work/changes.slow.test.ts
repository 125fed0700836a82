import { randomUUID } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { tolerancesTable } from '~/areas/navs/tolerances.server'
import type { WorkCount } from '~/areas/work/work'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { createRow } from '~/platform/tables/change-rows.server'

const ZONE = 'Europe/Luxembourg'

const site = await opened(httpSite())

/** A tolerance change requested by an administrator. */
async function request(subject: string): Promise<number> {
  const by = { actor: site.actor('admin'), now: site.clock(), timeZone: ZONE }
  const row = {
    tolerance: 'N05.amount',
    level: 'fund type',
    subject,
    value: '2.50',
    validFrom: '01/10/2026',
  }
  await site.transaction((tx) => createRow(contextOf({ tx, ...by }), tolerancesTable, row))
  return (await pendingChanges(site.read)).at(-1)?.id ?? 0
}
const countOf = async (user: string) =>
  (await (await site.ask(user, '/work/count')).json()) as WorkCount | null
const decide = (user: string, intent: 'approve' | 'withdraw', id: number) =>
  site.send(user, '/work/changes', { idempotencyKey: randomUUID(), intent, id: String(id) })
const textOf = (html: string) => html.replaceAll('<!-- -->', '')

test('a pending change is in My work of those who may decide it, counted, and decided there', async () => {
  const [before, others] = [await countOf('admin2'), await countOf('teamleader1')]
  const id = await request('EQUITY')
  expect(await countOf('admin2')).toMatchObject({
    waiting: (before?.waiting ?? 0) + 1,
    late: 0,
    kinds: [...(before?.kinds ?? []), { kind: 'Change', waiting: 1 }],
  })
  expect(await countOf('teamleader1')).toEqual(others)
  const { html } = await site.page('admin2', '/work/changes')
  expect(textOf(html)).toContain(
    'Tolerance N05 Assets and liabilities: Tolerance (amount), for fund type EQUITY',
  )
  expect(textOf((await site.page('admin2', '/work')).html)).toContain('Changes to decide')
  const done = await decide('admin2', 'approve', id)
  expect(done).toMatchObject({ status: 302, to: '/work/changes' })
  expect(await pendingChanges(site.read)).toEqual([])
  expect(await countOf('admin2')).toEqual(before)
})

test('the requester sees that it needs another person, and may withdraw it', async () => {
  const before = await countOf('admin')
  const id = await request('BOND')
  expect(await countOf('admin')).toEqual(before)
  const { html } = await site.page('admin', '/work/changes')
  expect(textOf(html)).toContain('Needs another person')
  const refused = await decide('admin', 'approve', id)
  expect(refused.status).toBe(403)
  expect(refused.html).toContain('You requested this change')
  expect(await decide('admin', 'withdraw', id)).toMatchObject({
    status: 302,
  })
  expect(await pendingChanges(site.read)).toEqual([])
})

test('users without the right for its kind neither see nor decide a change', async () => {
  const id = await request('MIXED')
  const { html } = await site.page('teamleader1', '/work/changes')
  expect(textOf(html)).not.toContain('Tolerance N05')
  expect(textOf((await site.page('accountant1', '/work')).html)).not.toContain('Changes to decide')
  const refused = await decide('teamleader1', 'approve', id)
  expect(refused.status).toBe(403)
  expect(await pendingChanges(site.read)).toHaveLength(1)
  const file = await site.ask('teamleader1', '/work/export/pending_changes.csv')
  expect(await file.text()).not.toContain('N05')
  expect(await (await site.ask('admin2', '/work/export/pending_changes.csv')).text()).toContain('N05')
})

test('deciders without a queue are offered no steps', async () => {
  const { navId } = await site.addFund({ fundCode: 'NOSTEP' })
  const marked = `/nav-controls?selected=${navId}`
  expect(site.actor('admin').queues).toEqual([])
  expect(textOf((await site.page('admin', marked)).html)).toContain('1 marked')
  expect(textOf((await site.page('admin', marked)).html)).not.toContain('Take a step…')
  expect(textOf((await site.page('accountant1', marked)).html)).toContain('Take a step…')
})

test('it is in the work list of deciders, among others’ for the requester, and done once decided', async () => {
  const id = await request('MONEY MARKET')
  const title = 'Tolerance N05 Assets and liabilities: Tolerance (amount), for fund type MONEY MARKET'
  const inList = async (user: string, path: string) => {
    const { html } = await site.page(user, path)
    const rows = /<tbody.*<\/tbody>/s.exec(html)?.[0] ?? ''
    return textOf(rows).includes(title)
  }
  const lists = ['/work', '/work/others', '/work/done']
  const shown = async (user: string) => Promise.all(lists.map((path) => inList(user, path)))
  expect(await shown('admin2')).toEqual([true, false, false])
  expect(await shown('admin')).toEqual([false, true, false])
  expect(await shown('teamleader1')).toEqual([false, false, false])
  const { html } = await site.page('admin2', '/work?filter.kind=Change')
  for (const part of ['TO DECIDE', 'Approve · Refuse']) expect(textOf(html)).toContain(part)
  const href = /href="(\/work\/changes\?search=[^"]*MONEY[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  expect(await inList('admin2', href ?? '')).toBe(true)
  // Selected along with objects, a step leaves it out and says so.
  const steps = textOf((await site.page('admin2', `/work/steps?ids=-${id}`)).html)
  expect(steps).toContain('1 change left out: decide each in')
  await decide('admin2', 'approve', id)
  expect(await shown('admin2')).toEqual([false, false, true])
  expect(await shown('admin')).toEqual([false, false, false])
})

test('who may no longer open its page sees no change that they requested or decided, in no list and no file', async () => {
  const { supplierId } = await expenseReference(site)
  await site.ownerSql`insert into currency (code, name) values ('EUR', 'Euro') on conflict do nothing`
  const ask = async (iban: string) => {
    const answer = await site.ask('finance1', '/api/bankaccount', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
      body: JSON.stringify({
        entityId: supplierId,
        iso3Currency: 'EUR',
        bic: 'BGLLLULL',
        iban,
      }),
    })
    expect(answer.status).toBe(202)
    return (await pendingChanges(site.read)).at(-1)?.id ?? 0
  }
  expect(await decide('teamleader1', 'approve', await ask('LU280019400644750000'))).toMatchObject({
    status: 302,
  })
  await ask('LU120010001234567891')

  const paths = ['others', 'done', 'changes', 'export/waits_for_others.csv', 'export/done_today.csv']
  const shown = async (user: string) => {
    const found = await Promise.all(
      [...paths, 'export/pending_changes.csv'].map(async (path) => {
        const text = await (await site.ask(user, `/work/${path}`)).text()
        return /LU28 ?0019|LU12 ?0010/.test(text) ? [path] : []
      }),
    )
    return found.flat()
  }
  expect(await shown('finance1')).toEqual([
    'others',
    'changes',
    'export/waits_for_others.csv',
    'export/pending_changes.csv',
  ])
  expect(await shown('teamleader1')).toContain('done')
  for (const user of ['finance1', 'teamleader1'] as const)
    await site.ownerSql`delete from authorisation
      where user_id = ${site.actor(user).id} and function_id = 'bankaccounts'`
  expect(await shown('finance1')).toEqual([])
  expect(await shown('teamleader1')).toEqual([])
})
