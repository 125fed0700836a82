import { connectDatabase, type Database } from 'db/database'
import { appUser } from 'db/schema/access'
import { budget } from 'db/schema/budgets'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { exchangeRate } from 'db/schema/lookups'
import { type SQL, sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import type { Actor } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import { saveBudget } from '~/areas/budgets/save-budget.server'
import { budgetWorkflow } from '~/areas/budgets/workflow.server'
import { draftColumns } from '~/areas/drafts/draft-rules'
import { EMPTY_DRAFT } from '~/areas/drafts/entry/update-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { takeStep } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { definitionInForce, stepsOf } from '~/platform/workflow/definition.server'
import { startInstances } from '~/platform/workflow/start-instances.server'

/** An active budget, and the fields of a draft that it counts. */
export interface MadeBudget {
  budgetId: number
  fields: DraftFields
}

const NOW = new Date()
const TODAY = NOW.toISOString().slice(0, 10)
const ALONE = { revision: null, seenEventId: null, comment: '' }

/**
 * Budgets entered, submitted and approved for the suppliers, entities and routine types with most of the stored
 * invoices, over all their dates: the widest possible scopes.
 */
export async function budgetsInForce(database: Database, count: number): Promise<MadeBudget[]> {
  const finance = await actorOf(database, 'finance1')
  const leader = await actorOf(database, 'teamleader1')
  const steps = await stepsOf(database.read, await definitionInForce(database.read, 'budget', TODAY))
  const stepId = (name: string, from: string) =>
    steps.find((step) => step.name === name && step.fromStatus === from)?.id ?? 0
  const made: MadeBudget[] = []
  for (const { entity, supplier, routine, from, to } of await widestScopes(database, count)) {
    const fields = {
      supplier_id: supplier,
      settling_legal_entity_id: entity,
      routine_type_id: routine,
      expense_type_id: null,
      from_date: from,
      to_date: to,
      currency: 'EUR',
      client_validation: true,
      amount_type: 'gross' as const,
      treshold: '80',
      budget: '9000000000.00',
    }
    const budgetId = await database.transaction(async (tx) => {
      const saved = await saveBudget(contextOf({ tx, actor: finance, now: NOW, timeZone: 'UTC' }), {
        ...ALONE,
        budgetId: null,
        fields,
      })
      const { budgetId } = saved
      const [submit, approve] = [stepId('submit', 'IN ENTRY'), stepId('approve', 'TO APPROVE')]
      await takeStep(contextOf({ tx, actor: finance, now: NOW }), budgetWorkflow, budgetId, submit, ALONE)
      await takeStep(contextOf({ tx, actor: leader, now: NOW }), budgetWorkflow, budgetId, approve, ALONE)
      return budgetId
    })
    made.push({
      budgetId,
      fields: {
        ...EMPTY_DRAFT,
        invoicedLegalEntity: supplier,
        settlementLegalEntity: entity,
        settlingLegalEntity: entity,
        routineType: routine,
        invoiceDate: to,
        currency: 'USD',
        grossAmount: '117.00',
        taxes: '17.00',
      },
    })
  }
  return made
}

/** An exchange rate for every invoice date and currency; stored rates do not change. */
export async function ratesOfAllDays({ transaction }: Database): Promise<void> {
  await transaction((tx) =>
    tx.execute(sql`
      insert into ${exchangeRate} (currency, date, rate)
      select code, day::date, 0.9 + 0.0001 * extract(day from day)
      from (values ('USD'), ('GBP'), ('CHF'), ('JPY'), ('SEK')) as foreign_ones (code),
        generate_series(date '2019-01-01', date '2027-12-31', interval '1 day') as day
      on conflict do nothing`),
  )
}

/** Drafts waiting for a team leader’s approval, one per element of fields. */
export function draftsToCheck(database: Database, wanted: readonly DraftFields[]): Promise<number[]> {
  return database.transaction(async (tx) => {
    const by = { creationDate: NOW, updateDate: NOW }
    const rows = wanted.map((fields, at) => ({
      ...draftColumns({ ...fields, invoiceRef: `BENCH-${at}` }),
      ...by,
    }))
    const made = await tx.insert(draft).values(rows).returning({ id: draft.id })
    const objectIds = made.map(({ id }) => id)
    const state = { queue: 'TEAM LEADER', status: 'TO CHECK', class: 'pending' as const }
    await startInstances(contextOf({ tx, now: NOW, today: TODAY }), {
      kind: 'draft',
      objectIds,
      state,
      log: 'Sent to check',
    })
    return objectIds
  })
}

/** Runs work with a connection to a database. */
export async function withDatabase<Answer>(
  url: string,
  work: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  const database = connectDatabase({ url, readMs: 120_000 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

interface Scope {
  entity: number
  supplier: number
  routine: number
  from: Day
  to: Day
}

async function widestScopes({ read }: Database, count: number): Promise<Scope[]> {
  const widest: SQL = sql`
    select settling_entity_id as entity, supplier_id as supplier, routine_type_id as routine,
      min(invoice_date)::text as from, max(invoice_date)::text as to
    from ${invoice} i where routine_type_id is not null and supplier_id is not null
      and not exists (select from ${budget} b where b.settling_entity_id = i.settling_entity_id
        and b.supplier_id = i.supplier_id and b.routine_type_id = i.routine_type_id)
    group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit ${count}::int`
  return (await read.execute(widest)) as unknown as Scope[]
}

async function actorOf({ read }: Database, userName: string): Promise<Actor> {
  const rows = await read.select({ id: appUser.id, userName: appUser.userName }).from(appUser)
  const actor = await actorById(
    contextOf({ read, now: new Date() }),
    rows.find((row) => row.userName === userName)?.id ?? 0,
  )
  if (!actor) throw new Error(`There is no ${userName}`)
  return actor
}
