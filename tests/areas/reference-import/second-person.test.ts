import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { userObjectId } from '~/platform/workflow/record-act.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { faultsOf, importsInto, NOW } from '../../support/areas/reference-import/imports-into'
import type { Book, Rows } from '../../support/areas/reference-import/reference-book'

const site = await opened(testDatabase())
const imports = await importsInto(site)
const anna = await imports.user('anna')
const ben = await imports.user('ben')

const users = (...rows: Rows): Book => ({
  Users: [['User name', 'First name', 'Last name', 'Role', 'Homepage', 'Queues'], ...rows],
})
const marie = (queues: string) => ['marie', 'Marie', 'Weber', 'ACCOUNTANT', null, queues]
const rights = (...rows: Rows): Book => ({
  Authorisations: [['User name', 'Function', 'Add', 'Update', 'Delete'], ...rows],
})

const waiting = () => pendingChanges(site.read)
const approve = (id: number, actor: Actor) =>
  site.transaction((tx) =>
    approvePendingChange(contextOf({ tx, actor, now: NOW, timeZone: 'Europe/Luxembourg' }), id),
  )
const refuse = (id: number, actor: Actor) =>
  site.transaction((tx) => refusePendingChange(contextOf({ tx, actor, now: NOW }), id))
const queuesOf = async (name: string) => {
  const rows = await site.ownerSql`
    select q.queue from user_queue q join app_user u on u.id = q.user_id where u.user_name = ${name} order by 1`
  return rows.map(({ queue }) => queue)
}

/** The id of the pending change for a target. */
async function waitingFor(target: string): Promise<number> {
  const change = (await waiting()).find((each) => each.target === target)
  if (!change) throw new Error(`nothing waits for ${target}`)
  return change.id
}

test('imported users and authorisations are pending; the rest of the workbook takes effect', async () => {
  const book = { ...users(marie('ACCOUNTANT')), ...rights(['marie', 'navctrl', 'yes', 'yes', 'no']) }
  const report = await imports.run({ ...book, 'Routine types': [['Name'], ['Monthly']] }, anna)
  expect(report.sheets).toEqual([
    { sheet: 'Users', rows: 1, inserted: 0, updated: 0, waiting: 1, unchanged: 0 },
    { sheet: 'Authorisations', rows: 1, inserted: 0, updated: 0, waiting: 1, unchanged: 0 },
    { sheet: 'Routine types', rows: 1, inserted: 1, updated: 0, waiting: 0, unchanged: 0 },
  ])
  expect(await waiting()).toMatchObject([
    { kind: 'user', target: 'marie', description: 'User marie', before: null, requester: 'anna Test' },
    {
      description: 'Authorisation of marie for NAV Controls',
      after: { add: true, update: true, delete: false },
    },
  ])
  const [found] = await site.ownerSql`
    select (select count(*) from app_user where user_name = 'marie') as users, (select count(*) from routine_type) as types`
  expect(found).toEqual({ users: '0', types: '1' })
})

test('the same workbook again requests nothing twice', async () => {
  const report = await imports.run(users(marie('ACCOUNTANT')), anna)
  expect(report.changes).toEqual([])
  expect(report.sheets[0]).toMatchObject({ waiting: 1 })
  expect(await waiting()).toHaveLength(2)
})

test('a dry run says that a change would be pending', async () => {
  const report = await imports.run(users(marie('ACCOUNTANT, MANAGER')), anna, true)
  expect(report.changes).toMatchObject([{ key: 'marie', waits: true }])
  expect(await waiting()).toHaveLength(2)
})

test('users cannot approve or refuse their own requests', async () => {
  const id = await waitingFor('marie')
  const own = { code: 'forbidden', message: 'You requested this change: another person must decide it.' }
  await expect(approve(id, anna)).rejects.toMatchObject(own)
  await expect(refuse(id, anna)).rejects.toMatchObject(own)
})

test('deciding needs the update permission for administration', async () => {
  const carl = await imports.user('carl', { add: true, update: false, delete: true })
  await expect(approve(await waitingFor('marie'), carl)).rejects.toMatchObject({ code: 'forbidden' })
})

test('an authorisation is not approved before its user exists', async () => {
  await expect(approve(await waitingFor('navctrl marie'), ben)).rejects.toMatchObject({
    code: 'refused',
    message: 'There is no user marie yet. Approve the new user first, then this authorisation.',
  })
})

test('when another administrator approves, the change takes effect and its event says who decided', async () => {
  await approve(await waitingFor('marie'), ben)
  await approve(await waitingFor('navctrl marie'), ben)
  expect(await queuesOf('marie')).toEqual(['ACCOUNTANT'])
  const [user] = await site.ownerSql`select id, password_hash from app_user where user_name = 'marie'`
  expect(user?.password_hash).toBeNull()
  const events = await site.ownerSql`
    select name, who_name, log from workflow_event where object_id = ${userObjectId(Number(user?.id))} order by seq`
  expect(events).toEqual([
    { name: 'change approved', who_name: 'ben Test', log: 'User marie: approved' },
    {
      name: 'change approved',
      who_name: 'ben Test',
      log: 'Authorisation of marie for NAV Controls: approved',
    },
  ])
  expect(await waiting()).toEqual([])
})

test('a decided change cannot be decided again', async () => {
  const [row] = await site.ownerSql`select id from pending_change where target = 'marie'`
  await expect(refuse(Number(row?.id), ben)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This change was already approved by ben.',
  })
  await expect(approve(4711, ben)).rejects.toMatchObject({ code: 'not-found' })
})

test('a refused change has no effect', async () => {
  await imports.run(users(marie('PAYMENT')), anna)
  await refuse(await waitingFor('marie'), ben)
  expect(await queuesOf('marie')).toEqual(['ACCOUNTANT'])
  expect(await waiting()).toEqual([])
})

test('a newer request replaces the pending one', async () => {
  await imports.run(users(marie('PAYMENT')), anna)
  const older = await waitingFor('marie')
  await imports.run(users(marie('MANAGER, SENDING')), ben)
  const newer = await waitingFor('marie')
  expect(newer).not.toBe(older)
  await expect(approve(older, ben)).rejects.toMatchObject({ code: 'conflict' })
  await approve(newer, anna)
  expect(await queuesOf('marie')).toEqual(['MANAGER', 'SENDING'])
})

test('a change with outdated old values is a conflict', async () => {
  await imports.run(users(marie('CLIENT')), anna)
  await site.ownerSql`delete from user_queue where queue = 'SENDING'`
  const id = await waitingFor('marie')
  await expect(approve(id, ben)).rejects.toMatchObject({ code: 'conflict' })
  expect(await queuesOf('marie')).toEqual(['MANAGER'])
  await refuse(id, ben)
})

test('users cannot import a change of their own rights', async () => {
  const row = ['anna', 'anna', 'Test', 'ADMIN', null, 'MANAGER']
  expect(await faultsOf(imports.run(users(row), anna))).toEqual([
    'Users!F2: you may not change your own rights (Queues of anna); another administrator may import this row',
  ])
  expect(await faultsOf(imports.run(rights(['anna', 'navctrl', 'no', 'yes', 'no']), anna))).toEqual([
    'Authorisations!C2: you may not change your own rights (Add of anna); another administrator may import this row',
  ])
  const wrong = {
    ...users(row),
    Currencies: [
      ['Code', 'Name'],
      ['EURO', 'Euro'],
    ],
  }
  expect(await faultsOf(imports.run(wrong, anna))).toEqual([
    expect.stringMatching(/^Users!F2: you may not change your own rights/),
    expect.stringMatching(/^Currencies!A2: "EURO" is not a currency/),
  ])
  expect(await waiting()).toEqual([])
})

test('users cannot approve a change of their own rights, even one requested by others', async () => {
  await imports.run(rights(['anna', 'navctrl', 'no', 'yes', 'no']))
  expect(await waiting()).toMatchObject([{ requester: 'Command line', requestedBy: null }])
  const id = await waitingFor('navctrl anna')
  await expect(approve(id, anna)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'This change concerns your own rights: another person must decide it.',
  })
  await approve(id, ben)
})

test('of two simultaneous decisions one counts', async () => {
  await imports.run(users(marie('OPERATIONS')))
  const id = await waitingFor('marie')
  const results = await Promise.allSettled([approve(id, anna), refuse(id, ben)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the last administrator keeps the permission', async () => {
  const admin = 'admin'
  for (const name of [admin, 'anna']) {
    await imports.run(rights([name, 'administration', 'yes', 'no', 'yes']))
    await approve(await waitingFor(`administration ${name}`), ben)
  }
  await imports.run(rights(['ben', 'administration', 'no', 'no', 'no']))
  const id = await waitingFor('administration ben')
  // Anna may no longer decide, although she could when her rights were read.
  await expect(approve(id, anna)).rejects.toMatchObject({ code: 'forbidden' })
  const [row] = await site.ownerSql`
    select may_update from authorisation a join app_user u on u.id = a.user_id
    where u.user_name = 'ben' and function_id = 'administration'`
  expect(row?.may_update).toBe(true)
})

test('every event of these changes is in an intact chain', async () => {
  expect(await verifyAudit(site.read, 'no checkpoint was signed')).toMatchObject({ broken: null })
})
