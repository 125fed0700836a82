import {
  benchmarkLevel,
  calendarHoliday,
  clientValidator,
  currency,
  exchangeRate,
  expenseType,
  fund,
  fundFee,
  legalEntity,
  routineType,
  shareClass,
} from 'db/schema/lookups'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import type { Transaction } from '../../database'
import { businessDays, DEMO_ZONE, HOLIDAYS, limitsOf, navDates } from './calendar'
import {
  CLIENT_VALIDATORS,
  CURRENCIES,
  ENTITIES,
  EXPENSE_TYPES,
  ROUTINE_TYPES,
  seedAuthorisationMatrix,
  shareClassesOf,
} from './entities'
import { DEMO_FUNDS, type DemoFund } from './funds'
import { BENCHMARKS, benchmarkOn, DEMO_CURRENCIES, euroRate } from './market/series'
import { feesOf } from './model/fees'
import { accountNumber } from './model/ledger'
import { seedProcesses } from './processes/seed-processes'

/** When the calendar of the demo was loaded. */
const LOADED = new Date('2026-07-15T08:30:00Z')

/** When the funds agreed their fees. */
const FEES_AGREED = '2025-01-01'

/** Reference data of the demo and its NAV calendar, every NAV still to control. */
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
      ...{ code, name, currency: iso, type, regime, provider, clientValidation, accountant, benchmark },
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
      ...{ fundId: row.id, rate, amount, days },
      // A site has an account for every class or fee; the prefix holds them together.
      accountPrefix: accountNumber(expense).slice(0, 3),
      validFrom: FEES_AGREED,
    })),
  )
  const days = navDates(demo.frequency).map((navDate) => ({
    fundId: row.id,
    navDate,
    ...limitsOf(navDate, demo.frequency),
  }))
  await expectNavs(tx, days, LOADED, DEMO_ZONE)
}

/** Returns the ids of the legal entities by name. */
async function seedLookups(tx: Transaction): Promise<Map<string, number>> {
  await tx.insert(currency).values(CURRENCIES).onConflictDoNothing()
  await tx.insert(expenseType).values(EXPENSE_TYPES)
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
