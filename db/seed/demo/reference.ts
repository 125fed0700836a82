import type { Transaction } from 'db/doors'
import {
  benchmarkLevel,
  calendarHoliday,
  clientValidator,
  currency,
  exchangeRate,
  expenseType,
  fund,
  legalEntity,
  routineType,
  shareClass,
} from 'db/schema/lookups'
import { createFundNav } from '~/domain/navs/create-fund-nav.server'
import { businessDays, HOLIDAYS, limitsOf, navDates } from './calendar'
import { CLIENT_VALIDATORS, CURRENCIES, ENTITIES, EXPENSE_TYPES, ROUTINE_TYPES } from './entities'
import { DEMO_FUNDS } from './funds'
import { BENCHMARKS, benchmarkOn, DEMO_CURRENCIES, euroRate } from './market/series'
import { shareClassesOf } from './share-classes'

/** When the calendar of the demo was loaded. */
const LOADED = new Date('2026-07-15T08:30:00Z')

/** Reference data of the demo and its NAV calendar, every NAV still to control. */
export async function seedReference(tx: Transaction): Promise<void> {
  await seedLookups(tx)
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
  for (const { set, umbrella, frequency, classes, millions, ...columns } of DEMO_FUNDS) {
    const [row] = await tx
      .insert(fund)
      .values({ ...columns, provider: set === 'MFFA' ? 'MFFA' : 'FIA' })
      .returning({ id: fund.id })
    if (!row) throw new Error(`The fund ${columns.code} was not stored`)
    await tx.insert(shareClass).values(
      shareClassesOf({ set, umbrella, frequency, classes, millions, ...columns }).map(
        ({ code, name, currency: iso, decimals, activeFrom, activeTo, reference, hedged }) => ({
          fundId: row.id,
          code,
          name,
          currency: iso,
          decimals,
          activeFrom,
          activeTo,
          reference,
          hedged,
        }),
      ),
    )
    for (const navDate of navDates(frequency))
      await createFundNav(tx, { fundId: row.id, navDate, ...limitsOf(navDate, frequency), now: LOADED })
  }
}

async function seedLookups(tx: Transaction): Promise<void> {
  await tx.insert(currency).values(CURRENCIES)
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
}
