import { randomUUID } from 'node:crypto'
import { usersOf } from 'tests/support/areas/users/users-of'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterEach, expect, test } from 'vitest'
import { workOf } from '~/areas/access/user-work.server'
import { explainDifference } from '~/areas/navs/explained/explain-difference.server'
import { navMarks } from '~/areas/navs/nav-facts.server'
import { receiveSources } from '~/areas/navs/sources/upload-sources.server'
import { endSubstitution, setSubstitute } from '~/areas/substitutes/set-substitute.server'
import { workList } from '~/areas/work/list.server'
import { workReader } from '~/areas/work/work-objects.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { WHOLE } from '~/platform/lists/list'
import { Big } from '~/platform/values/decimal'
import { instanceById } from '~/platform/workflow/instance.server'

const TIME_ZONE = 'Europe/Luxembourg'

const site = await opened(httpSite())
const { approveAll, events, idOf, person } = await usersOf(site)

const TODAY = '2026-11-02'
let count = 0

/** Sets a substitute as this user, who is away unless it says otherwise. */
async function set(
  by: string,
  substitute: string,
  { absent = by, firstDay = TODAY, lastDay = '2026-11-06' } = {},
) {
  const actor = await person(by)
  return site.transaction((tx) =>
    setSubstitute(contextOf({ tx, actor, now: site.clock(), timeZone: TIME_ZONE }), {
      absent,
      substitute,
      firstDay,
      lastDay,
    }),
  )
}

/** Claire Weyland is away, and Ines Carvalho acts for her: she gains the queue TEAM LEADER and NAV Controls. */
async function financeForLeader() {
  await set('teamleader1', 'finance1')
  await approveAll('second')
  await site.reloadUsers()
}

afterEach(async () => {
  await site.ownerSql`delete from substitution`
  await site.ownerSql`update pending_change set decision = 'withdrawn' where decision is null`
  await site.reloadUsers()
})

async function submitted(controller: 'accountant1' | 'teamleader1' | 'finance1') {
  const fund = await site.addFund({ fundCode: `SUB${++count}`, fundName: `Substituted ${count}` })
  await site.control(controller, fund)
  await site.step('accountant2', fund.navId, 'submit')
  return fund.navId
}

test('a substitute who gains rights waits for an administrator, then has them but Administration', async () => {
  expect(await set('teamleader1', 'finance1')).toBe(
    'Ines Carvalho for Claire Weyland, 02/11/2026 to 06/11/2026: it takes effect when another administrator approves it',
  )
  expect((await person('finance1')).queues).toEqual(['ACCOUNTING'])
  const [waiting] = await pendingChanges(site.read)
  expect(waiting?.description).toBe('finance1 for teamleader1, 02/11/2026 to 06/11/2026')
  expect(waiting?.change).toContain('Queues: ACCOUNTANT, ACCOUNTING, TEAM LEADER\n')
  expect(waiting?.change).toContain('NAV Controls: ')
  await approveAll('second')
  const finance = await person('finance1')
  expect([...finance.queues].sort()).toEqual(['ACCOUNTANT', 'ACCOUNTING', 'TEAM LEADER'])
  expect(finance.own?.queues).toEqual(['ACCOUNTING'])
  expect(finance.standsFor.map(({ fullName }) => fullName)).toEqual(['Claire Weyland'])
  expect(await events('teamleader1')).toContain(
    'SUBSTITUTE SET by Sec Ond: Ines Carvalho for Claire Weyland, 02/11/2026 to 06/11/2026',
  )

  await site.ownerSql`delete from user_queue where queue = 'TEAM LEADER' and user_id = ${await idOf('teamleader1')}`
  expect((await person('finance1')).queues).not.toContain('TEAM LEADER')
  await site.ownerSql`insert into user_queue values (${await idOf('teamleader1')}, 'TEAM LEADER')`
})

test('Administration is not handed over to a substitute', async () => {
  await set('admin', 'auditor1')
  await approveAll('second')
  const held = (await person('auditor1')).authorisations.find(
    ({ uxFunction }) => uxFunction.uxFunction === 'administration',
  )
  expect(held?.permissions).toEqual({ add: false, update: false, delete: false })
})

test('one who gains nothing acts from the first day on, at once', async () => {
  expect(await set('accountant1', 'accountant2')).toBe(
    'Björn Lindqvist for Amélie Schroeder, 02/11/2026 to 06/11/2026',
  )
  expect((await person('accountant2')).oneWith.map(({ fullName }) => fullName)).toEqual(['Amélie Schroeder'])
  expect((await person('accountant1')).oneWith.map(({ fullName }) => fullName)).toEqual(['Björn Lindqvist'])
})

test('My work marks what is for the other, and the step is recorded as taken for them', async () => {
  const navId = await submitted('accountant1')
  await financeForLeader()
  const actor = await person('finance1')
  const reader = workReader(contextOf({ read: site.read, actor, now: site.clock(), timeZone: TIME_ZONE }))
  const { list } = await workList(reader, 'mine')
  const { rows } = await list.page({
    ...WHOLE,
    size: 100,
    filters: [{ column: 'for', operator: 'equals', values: ['Claire Weyland'] }],
  })
  expect(rows.find(({ id }) => id === navId)).toMatchObject({ for: 'Claire Weyland', next: 'Approve' })
  const own = await list.page({ ...WHOLE, size: 1_000 })
  expect(own.rows.filter((row) => row.queue === 'ACCOUNTING').every((row) => row.for === null)).toBe(true)
  const { html } = await site.page('finance1', '/work')
  expect(html).toContain('06/11/2026')

  expect((await site.page('finance1', `/nav-controls/${navId}`)).html).toContain('You act for Claire Weyland')

  await site.step('finance1', navId, 'approve')
  const [event] = await site.ownerSql`select user_id, who_name, data from workflow_event
    where object_id = ${navId} order by seq desc limit 1`
  expect(event).toMatchObject({
    user_id: await idOf('finance1'),
    who_name: 'Ines Carvalho for Claire Weyland',
    data: { actsFor: await idOf('teamleader1') },
  })
  const { approver } = await navMarks(site.read, await instanceById(site.read, navId))
  expect(approver).toEqual(new Set([await idOf('finance1'), await idOf('teamleader1')]))
})

test('what both may do is done in one’s own name', async () => {
  await set('teamleader1', 'teamleader2')
  await site.reloadUsers()
  const navId = await submitted('accountant1')
  expect((await site.page('teamleader2', `/nav-controls/${navId}`)).html).not.toContain('You act for')
  await site.step('teamleader2', navId, 'approve')
  const [event] = await site.ownerSql`select who_name from workflow_event
    where object_id = ${navId} order by seq desc limit 1`
  expect(event?.who_name).toBe('Diego Fuentes')
})

test('neither of the two approves what the other did', async () => {
  const byLeader = await submitted('teamleader1')
  await financeForLeader()
  const bySubstitute = await submitted('finance1')
  const [control] = await site.ownerSql`select who_name from workflow_event
    where object_id = ${bySubstitute} and name = 'control'`
  expect(control?.who_name).toBe('Ines Carvalho for Claire Weyland')
  await expect(site.step('finance1', byLeader, 'approve')).rejects.toThrow(
    'Claire Weyland, whom you substitute, prepared it in this round (four-eyes rule).',
  )
  await expect(site.step('teamleader1', bySubstitute, 'approve')).rejects.toThrow(
    'you prepared it yourself in this round (four-eyes rule).',
  )

  // Also once the substitution is over.
  await site.ownerSql`update substitution set ends_at = starts_at`
  await site.reloadUsers()
  await expect(site.step('teamleader1', bySubstitute, 'approve')).rejects.toThrow('four-eyes rule')
  await site.step('teamleader2', bySubstitute, 'approve')
})

test('what one explains for the other makes both makers of the NAV that counts it', async () => {
  const fund = await site.addFund({ fundCode: `SUB${++count}`, fundName: `Substituted ${count}` })
  const { fundCode, navDate, inventory } = fund.model
  await site.control('accountant1', fund)
  const work = async (userName: string) => workOf(site.services, await person(userName))
  const rows = inventory
    .filter(({ type }) => type === 'Cash')
    .map(({ instrumentCode, quotationCurrency, marketValue, fxRate }) => {
      const balance = new Big(marketValue).div(fxRate ?? 1).minus(quotationCurrency === 'EUR' ? 100_000 : 0)
      return [fundCode, navDate, instrumentCode, quotationCurrency, balance.toFixed(2)].join(';')
    })
  const text = ['Fund code;Date;Account;Currency;Balance', ...rows].join('\n')
  const files = [{ fileName: 'cash.csv', bytes: new TextEncoder().encode(text) }]
  const upload = { files, format: '', sender: 'BANK', kind: null, dryRun: false }
  await receiveSources(await work('accountant1'), site.services, upload)
  await financeForLeader()
  await explainDifference(await work('finance1'), site.services, {
    navId: fund.navId,
    rule: 'S03',
    subject: 'EUR',
    isin: null,
    exDate: null,
    amount: '100000',
    reason: 'timing',
    comment: '',
    until: navDate,
    renews: null,
  })
  const { maker } = await navMarks(site.read, await instanceById(site.read, fund.navId))
  const [substitute, absent] = [await idOf('finance1'), await idOf('teamleader1')]
  expect([maker?.has(substitute), maker?.has(absent)]).toEqual([true, true])
})

test('a change that one requested is decided by neither', async () => {
  await set('second', 'admin')
  await set('finance2', 'treasurer1')
  const [waiting] = await pendingChanges(site.read)
  await site.ownerSql`update pending_change set requested_by = ${await idOf('admin')} where decision is null`
  const decide = async () => {
    const actor = await person('second')
    return site.transaction((tx) =>
      approvePendingChange(
        contextOf({ tx, actor, now: site.clock(), timeZone: TIME_ZONE }),
        Number(waiting?.id),
      ),
    )
  }
  await expect(decide()).rejects.toThrow('who substitutes you, requested this change')
})

test('it ends by itself, and sooner by one of the two', async () => {
  await financeForLeader()
  const now = site.clock()
  await site.ownerSql`update substitution set starts_at = ${now}::timestamptz - interval '5 days', ends_at = ${now}`
  expect((await person('finance1')).queues).toEqual(['ACCOUNTING'])

  await site.ownerSql`delete from substitution`
  await financeForLeader()
  const [row] = await site.ownerSql`select id from substitution`
  const end = async (by: string) => {
    const actor = await person(by)
    return site.transaction((tx) =>
      endSubstitution(contextOf({ tx, actor, now: site.clock(), timeZone: TIME_ZONE }), Number(row?.id)),
    )
  }
  await expect(end('manager1')).rejects.toMatchObject({ code: 'not-found' })
  expect(await end('finance1')).toBe('Ines Carvalho for Claire Weyland: ended on 02/11/2026')
  expect((await person('finance1')).queues).toEqual(['ACCOUNTING'])
  await expect(end('teamleader1')).rejects.toThrow('It is over already.')
})

test('nothing is set for others, for oneself, for the past, or twice', async () => {
  await expect(set('manager1', 'manager2', { absent: 'finance1' })).rejects.toThrow(
    'your own substitute only',
  )
  await expect(set('admin', 'admin', { absent: 'finance1' })).rejects.toThrow('yourself the substitute')
  await expect(set('manager1', 'manager1')).rejects.toThrow('another person')
  await expect(set('manager1', 'nobody9')).rejects.toThrow('Choose the substitute.')
  await expect(set('manager1', 'manager2', { firstDay: '2026-11-01' })).rejects.toThrow('from 02/11/2026 on')
  await expect(set('manager1', 'manager2', { lastDay: '2026-11-01' })).rejects.toThrow('not before the first')
  await expect(set('manager1', 'manager2', { lastDay: '2028-01-01' })).rejects.toThrow('within 366 days')
  await set('manager1', 'manager2')
  await expect(set('manager1', 'auditor1', { firstDay: '2026-11-06' })).rejects.toThrow('Another substitute')
  await expect(set('auditor1', 'manager1', { firstDay: '2026-11-06' })).rejects.toThrow('is away')
  await expect(set('manager2', 'auditor1')).rejects.toThrow('substitutes Edith Kremer')
  await set('manager1', 'auditor1', { firstDay: '2026-11-07', lastDay: '2026-11-08' })
})

test('pages: one sets and ends one’s own; administrators those of all', async () => {
  const sent = await site.send('accountant1', '/account/substitutes/new', {
    idempotencyKey: randomUUID(),
    substitute: 'accountant2',
    firstDay: TODAY,
    lastDay: '2026-11-03',
  })
  expect([sent.status, sent.to]).toEqual([302, '/account/substitutes'])
  const { html } = await site.page('accountant2', '/account/substitutes')
  expect(html).toContain('IN FORCE')
  const id = /name="substitution" value="(\d+)"/.exec(html)?.[1] ?? ''
  const refused = await site.send('accountant1', '/account/substitutes/new', {
    idempotencyKey: randomUUID(),
    substitute: 'accountant2',
    firstDay: 'tomorrow',
    lastDay: '2026-11-03',
  })
  expect([refused.status, refused.html]).toEqual([
    422,
    expect.stringContaining('Enter the first day as dd/MM/yyyy'),
  ])
  const ended = await site.send('admin', '/admin/substitutes', {
    idempotencyKey: randomUUID(),
    substitution: id,
  })
  expect([ended.status, ended.to]).toEqual([302, '/admin/substitutes'])
  expect((await site.page('admin', '/admin/substitutes')).html).toContain('ENDED')
  const given = await site.send('admin', '/admin/substitutes/new', {
    idempotencyKey: randomUUID(),
    absent: 'manager1',
    substitute: 'manager2',
    firstDay: TODAY,
    lastDay: TODAY,
  })
  expect([given.status, given.to]).toEqual([302, '/admin/substitutes'])
})
