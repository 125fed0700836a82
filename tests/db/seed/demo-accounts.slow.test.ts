import { playAccounts } from 'db/seed/demo/bank-accounts'
import { ACCOUNTS, INDEX_HOUSE, LAWYER, PRICES } from 'db/seed/demo/expenses/story'
import { contextOf } from 'tests/support/context'
import { beforeTheStory } from 'tests/support/demo/before-the-story'
import { opened } from 'tests/support/opened'
import { breaking } from 'tests/support/postgres/breaking'
import { expect, test } from 'vitest'
import { actorById } from '~/areas/access/actor-by-id.server'
import { bankDetails } from '~/areas/bank-accounts/bank-details.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const database = await opened(beforeTheStory())
await expect(playAccounts({ database: breaking(database, 3) })).rejects.toThrow('killed')
await expect(playAccounts({ database: breaking(database, 20) })).rejects.toThrow('killed')
await playAccounts({ database })

async function detailsOf(name: string) {
  const [entity] = await database.ownerSql`select id from legal_entity where name = ${name}`
  return bankDetails(contextOf({ read: database.read, today: '2026-11-03' }), Number(entity?.id))
}
const numbers = async (name: string) => (await detailsOf(name)).accounts.map(({ iban }) => iban)

test('suppliers and own companies have accounts; after two interruptions nothing is duplicated', async () => {
  const [stored] = await database.ownerSql`
    select count(*)::int as accounts, count(distinct legal_entity_id)::int as entities from bank_account`
  expect(stored).toEqual({ accounts: 16, entities: 12 })
  const rows = await database.ownerSql`
    select coalesce(decision, 'waits') as decision, count(*)::int as changes from pending_change group by 1 order by 1`
  expect(Object.fromEntries(rows.map(({ decision, changes }) => [decision, changes]))).toEqual({
    approved: 17,
    refused: 1,
    waits: 1,
  })
})

test('suppliers have the accounts named on their invoices', async () => {
  for (const [{ name }, { iban }] of ACCOUNTS) expect(await numbers(name), name).toContain(iban)
})

test('one account changed five days before the end, one change is pending, one was refused', async () => {
  const prices = await detailsOf(PRICES.name)
  expect(prices).toMatchObject({ changedDaysAgo: 5, waitingSince: null })
  expect(prices.accounts).toHaveLength(1)
  const index = await detailsOf(INDEX_HOUSE.name)
  expect(index.changedDaysAgo).toBeNull()
  expect(index.waitingSince).toEqual(new Date('2026-11-02T15:20:00Z'))
  expect(await numbers(LAWYER.name)).toEqual([ACCOUNTS.get(LAWYER)?.iban])
})

test('every event is in an intact chain, in date order', async () => {
  expect(await verifyAudit(database.read, 'nothing is signed yet')).toMatchObject({ broken: null })
  const [disordered] = await database.ownerSql`
    select count(*)::int as events from workflow_event event
    where exists (select from workflow_event before
      where before.object_id = event.object_id and before.seq = event.seq - 1 and before.at > event.at)`
  expect(disordered?.events).toBe(0)
})

async function actorOf(userName: string) {
  const [user] = await database.ownerSql`select id from app_user where user_name = ${userName}`
  const actor = await actorById(contextOf({ read: database.read, now: new Date() }), Number(user?.id))
  if (!actor) throw new Error(`no user ${userName}`)
  return actor
}

test('rights are those of the table of demo users', async () => {
  const rights = async (userName: string) =>
    Object.fromEntries(
      (await actorOf(userName)).authorisations.map(({ uxFunction, permissions }) => [
        uxFunction.uxFunction,
        [permissions.add && 'a', permissions.update && 'u', permissions.delete && 'd']
          .filter(Boolean)
          .join(''),
      ]),
    )
  const accountant = { draftsdashboard: 'aud', transactiondashboard: 'au', budgets: 'au', bankaccounts: '' }
  const navs = { navctrl: 'aud', production: 'u', prices: 'u', errors: 'au' }
  expect(await rights('accountant2')).toEqual({ ...accountant, ...navs })
  const leader = { bankaccounts: 'aud', budgets: 'aud', processdashboard: 'u', replay: 'a', oversight: 'a' }
  expect(await rights('teamleader1')).toEqual({ ...accountant, ...navs, ...leader })
  expect(Object.entries(await rights('auditor1')).filter(([, may]) => may !== '')).toEqual([
    ['evidence', 'a'],
  ])
  expect(Object.keys(await rights('auditor1'))).toHaveLength(15)
  expect(Object.entries(await rights('admin')).filter(([, may]) => may !== '')).toEqual([
    ['replay', 'a'],
    ['administration', 'aud'],
  ])
})
