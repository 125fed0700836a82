import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import {
  accountPrefix,
  benchmarkLevel,
  calendarHoliday,
  clientValidator,
  currency,
  exchangeRate,
  expenseAccount,
  expenseType,
  fund,
  fundFee,
  legalEntity,
  routineType,
  shareClass,
} from 'db/schema/lookups'
import { entityEvent, entityEventDay, entityProcess, process, processTask } from 'db/schema/processes'
import { feesOf } from 'db/seed/demo/model/accruals'
import { eq, inArray } from 'drizzle-orm'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import { generateProcesses } from '~/areas/processes/generate-processes.server'
import { contextOf } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { businessDays, DEMO_ZONE, HOLIDAYS, limitsOf, navDates } from './calendar'
import {
  CLIENT_VALIDATORS,
  CURRENCIES,
  ENTITIES,
  EXPENSE_ACCOUNTS,
  EXPENSE_TYPES,
  ROUTINE_TYPES,
  seedAuthorisationMatrix,
  shareClassesOf,
} from './entities'
import { seedExpenseBooks } from './expense-books'
import { DEMO_FUNDS, type DemoFund } from './funds'
import { BENCHMARKS, benchmarkOn, DEMO_CURRENCIES, euroRate } from './market/series'
import { accountNumber } from './model/ledger'
import { BOARD_MEETINGS, CALENDAR, EVENTS, MANAGERS, PROCESSES } from './processes/definitions'

/** When the calendar of the demo was loaded. */
const LOADED = new Date('2026-07-15T08:30:00Z')

/** When the funds agreed their fees. */
const FEES_AGREED = '2025-01-01'

/** Reference data of the demo and its NAV calendar, with no NAV controlled yet. */
export async function seedReference(tx: Transaction): Promise<void> {
  const entities = await seedLookups(tx)
  const days = businessDays()
  await tx
    .insert(exchangeRate)
    .values(
      DEMO_CURRENCIES.filter((code) => code !== 'EUR').flatMap((code) =>
        days.map((date) => ({ currency: code, date, rate: euroRate(code, date) })),
      ),
    )
  await tx
    .insert(benchmarkLevel)
    .values(
      BENCHMARKS.flatMap((benchmark) =>
        days.map((date) => ({ benchmark, date, level: benchmarkOn(benchmark, date) })),
      ),
    )
  for (const each of DEMO_FUNDS) await seedFund(tx, each, entities)
  await seedExpenseBooks(tx, entities)
  await seedProcesses(tx, LOADED)
}

async function seedFund(
  tx: Transaction,
  demo: DemoFund,
  entities: ReadonlyMap<string, number>,
): Promise<void> {
  const { code, name, currency: iso, type, regime, clientValidation, accountant, benchmark } = demo
  const provider = demo.set === 'MFFA' ? 'MFFA' : 'FIA'
  const [row] = await tx
    .insert(fund)
    .values({
      code,
      name,
      currency: iso,
      type,
      regime,
      provider,
      clientValidation,
      accountant,
      benchmark,
      controlSet: { FIA3: 'FIA 3', FIA2: 'FIA 2', MFFA: 'MFFA' }[demo.set],
      yearEnd: demo.yearEnd === '31/12' ? null : demo.yearEnd.split('/').reverse().join('-'),
      legalEntityId: entities.get(demo.umbrella),
    })
    .returning({ id: fund.id })
  if (!row) throw new Error(`The fund ${code} was not stored`)
  await tx.insert(shareClass).values(
    shareClassesOf(demo).map(({ fundCode, distributes, startNav, weight, ...columns }) => ({
      ...columns,
      fundId: row.id,
    })),
  )
  await tx.insert(fundFee).values(
    feesOf(demo).map(({ expense, rate, amount, days }) => ({
      fundId: row.id,
      rate,
      amount,
      days,
      // A site has one account per class or fee; the prefix groups them.
      accountPrefix: accountNumber(expense).slice(0, 3),
      validFrom: FEES_AGREED,
    })),
  )
  const days = navDates(demo.frequency).map((navDate) => ({
    fundId: row.id,
    navDate,
    ...limitsOf(navDate, demo.frequency),
  }))
  await expectNavs(contextOf({ tx, now: LOADED, timeZone: DEMO_ZONE }), days)
}

/** Returns the ids of the legal entities by name. */
async function seedLookups(tx: Transaction): Promise<Map<string, number>> {
  await tx.insert(currency).values(CURRENCIES).onConflictDoNothing()
  const types = idsByName(
    await tx
      .insert(expenseType)
      .values(EXPENSE_TYPES)
      .returning({ id: expenseType.id, name: expenseType.name }),
  )
  await tx.insert(expenseAccount).values(
    EXPENSE_ACCOUNTS.map(([type, prefix]) => ({
      expenseTypeId: types(type),
      holds: 'accrued',
      accountPrefix: prefix,
    })),
  )
  await tx
    .insert(accountPrefix)
    .values({ prefix: accountNumber('dividendIncome').slice(0, 3), accountClass: 'income', dividends: true })
  await tx.insert(routineType).values(ROUTINE_TYPES)
  await tx.insert(calendarHoliday).values(HOLIDAYS)
  const entities = await tx
    .insert(legalEntity)
    .values(ENTITIES)
    .returning({ id: legalEntity.id, name: legalEntity.name })
  await tx.insert(clientValidator).values(
    CLIENT_VALIDATORS.map(([entity, firstName, lastName, isRetired]) => {
      const legalEntityId = entities.find(({ name }) => name === entity)?.id
      if (legalEntityId === undefined) throw new Error(`There is no legal entity ${entity}`)
      return { legalEntityId, firstName, lastName, isRetired }
    }),
  )
  await seedAuthorisationMatrix(tx)
  return new Map(entities.map(({ id, name }) => [name, id]))
}

/** The first day of the demo's processes. */
const VALID_FROM: Day = '2026-08-01'

/** The definitions of the demo's processes, and one year of their dates. Funds, entities and users already exist. */
async function seedProcesses(tx: Transaction, now: Date): Promise<void> {
  const entities = idsByName(
    await tx.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity),
  )
  for (const [fund, manager] of Object.entries(MANAGERS))
    await tx
      .update(legalEntity)
      .set({ managementCompanyId: entities(manager), calendar: CALENDAR })
      .where(eq(legalEntity.id, entities(fund)))
  await tx
    .update(legalEntity)
    .set({ calendar: CALENDAR })
    .where(inArray(legalEntity.name, Object.values(MANAGERS)))

  const events = idsByName(
    await tx.insert(entityEvent).values(EVENTS).returning({ id: entityEvent.id, name: entityEvent.name }),
  )
  const entityEventId = events('Board meeting')
  await tx.insert(entityEventDay).values(BOARD_MEETINGS.map((date) => ({ entityEventId, date })))
  const types = idsByName(
    await tx
      .insert(process)
      .values(
        PROCESSES.map(({ name, category, recipient, event, due }) => ({
          name,
          category,
          recipient,
          entityEventId: events(event),
          dueOffset: due,
        })),
      )
      .returning({ id: process.id, name: process.name }),
  )
  await tx.insert(processTask).values(
    PROCESSES.flatMap(({ name: of, tasks }) =>
      tasks.map(({ due, review = false, info = '', ...task }, at) => ({
        ...task,
        processId: types(of),
        rank: at + 1,
        dueOffset: due,
        needsReview: review,
        descriptionHtml: info,
      })),
    ),
  )
  const users = idsByName(await tx.select({ id: appUser.id, name: appUser.userName }).from(appUser))
  await tx.insert(entityProcess).values(
    PROCESSES.flatMap(({ name, runs }) =>
      runs.map(([entity, userName]) => ({
        processId: types(name),
        legalEntityId: entities(entity),
        userId: userName === null ? null : users(userName),
        validFrom: VALID_FROM,
      })),
    ),
  )
  await generateProcesses(contextOf({ tx, now, timeZone: 'Europe/Luxembourg' }))
}

function idsByName(rows: readonly { id: number; name: string }[]) {
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return (name: string): number => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`The demo has no "${name}"`)
    return id
  }
}
