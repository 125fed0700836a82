import { BUDGET_STORIES, playBudgets } from 'db/seed/demo/budgets/play-budgets'
import { beforeTheStory } from 'tests/support/demo/before-the-story'
import { opened } from 'tests/support/opened'
import { breaking } from 'tests/support/postgres/breaking'
import { expect, test } from 'vitest'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const database = await opened(beforeTheStory())
await expect(playBudgets({ database: breaking(database, 1) })).rejects.toThrow('killed')
await expect(playBudgets({ database: breaking(database, 14) })).rejects.toThrow('killed')
const ids = await playBudgets({ database })

test('budgets are in every state; after two interruptions nothing is duplicated', async () => {
  const rows = await database.ownerSql`
    select status, count(*)::int as budgets from workflow_instance where kind = 'budget' group by 1 order by 1`
  expect(Object.fromEntries(rows.map(({ status, budgets }) => [status, budgets]))).toEqual({
    ACTIVE: 6,
    CANCELLED: 1,
    'IN ENTRY': 2,
    RETURNED: 1,
    'TO APPROVE': 1,
  })
  const [stored] = await database.ownerSql`select count(*)::int as budgets from budget`
  expect(stored?.budgets).toBe(BUDGET_STORIES.length)
  expect(new Set(ids.values()).size).toBe(BUDGET_STORIES.length)
})

test('approved budgets are active, the one under amendment with its previous values', async () => {
  const rows = await database.ownerSql`
    select budget_id::int as id, budget::text from budget_term order by budget_id`
  const inForce = [...rows].map(({ id, budget }) => [id, budget])
  expect(inForce).toEqual([
    [ids.get('domiciliation of Quercus'), '5000.00'],
    [ids.get('depositary of Helvetica Bridge'), '50000.00'],
    [ids.get('index licences of Quercus'), '16000.00'],
    [ids.get('market data of Nordlys'), '39000.00'],
    [ids.get('custody of Arvensis'), '1500000.00'],
    [ids.get('taxes on domiciliation of Arvensis'), '80000.00'],
    [ids.get('audit of Helvetica Bridge'), '30000.00'],
  ])
  const [entered] = await database.ownerSql`
    select budget::text, revision from budget where id = ${ids.get('audit of Helvetica Bridge') ?? 0}`
  expect(entered).toEqual({ budget: '38000.00', revision: 2 })
})

test('no one approved a budget that they entered or sent', async () => {
  const rows = await database.ownerSql`
    select exists (select from workflow_event before where before.object_id = taken.object_id
      and before.seq < taken.seq and before.user_id = taken.user_id) as alone
    from workflow_event taken where object_kind = 'budget' and name = 'approve'`
  expect(rows.map(({ alone }) => alone)).toEqual(Array.from({ length: 8 }, () => false))
})

test('every event is in an intact chain, in date order', async () => {
  expect(await verifyAudit(database.read, 'nothing is signed yet')).toMatchObject({ broken: null })
  const [disordered] = await database.ownerSql`
    select count(*)::int as events from workflow_event event
    where exists (select from workflow_event before
      where before.object_id = event.object_id and before.seq = event.seq - 1 and before.at > event.at)`
  expect(disordered?.events).toBe(0)
})
