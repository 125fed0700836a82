import { upsert } from 'db/bulk'
import type { Transaction } from 'db/doors'
import {
  accountPrefix,
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
import { inArray } from 'drizzle-orm'
import { putCalendar } from '~/domain/navs/nav-calendar.server'
import { DEFINITION_WRITERS } from '~/domain/processes/definitions/write-sheets.server'
import type { PlannedChange } from './compare'
import type { WaitingSheet } from './second-person'
import type { RowOf, SheetName } from './sheets'

type Writer<S extends SheetName> = (tx: Transaction, rows: RowOf<S>[], now: Date) => Promise<void>
/** The sheets that take effect at once; what waits for a second person goes its own way. */
type OpenSheet = Exclude<SheetName, WaitingSheet>

/** Stores the new and changed rows of one sheet. */
export async function writeRows(
  tx: Transaction,
  sheet: OpenSheet,
  changes: readonly PlannedChange[],
  now: Date,
): Promise<void> {
  const write = WRITERS[sheet] as Writer<SheetName>
  if (changes.length > 0)
    await write(
      tx,
      changes.map(({ after }) => after as RowOf<SheetName>),
      now,
    )
}

const WRITERS: { [S in OpenSheet]: Writer<S> } = {
  Currencies: (tx, rows) => upsert(tx, currency, [currency.code], rows),
  async 'Legal entities'(tx, rows) {
    const bare = rows.map(({ managementCompany: _named, ...row }) => row)
    await upsert(tx, legalEntity, [legalEntity.name], bare)
    // Companies of the same sheet are there by now.
    const ids = await entityIds(
      tx,
      rows.map(({ managementCompany }) => managementCompany),
    )
    const managed = rows.map(({ managementCompany, ...row }) => ({
      ...row,
      managementCompanyId: managementCompany === null ? null : found(ids, managementCompany),
    }))
    await upsert(tx, legalEntity, [legalEntity.name], managed)
  },
  async Funds(tx, rows) {
    const ids = await entityIds(
      tx,
      rows.map((row) => row.legalEntity),
    )
    const funds = rows.map(({ legalEntity: name, ...row }) => ({
      ...row,
      legalEntityId: name === null ? null : found(ids, name),
    }))
    await upsert(tx, fund, [fund.code], funds)
  },
  async 'Share classes'(tx, rows) {
    const ids = await fundIds(
      tx,
      rows.map(({ fundCode }) => fundCode),
    )
    const classes = rows.map(({ fundCode, ...row }) => ({ ...row, fundId: found(ids, fundCode) }))
    await upsert(tx, shareClass, [shareClass.code], classes)
  },
  async 'NAV calendar'(tx, rows, now) {
    const ids = await fundIds(
      tx,
      rows.map(({ fundCode }) => fundCode),
    )
    await putCalendar(
      tx,
      rows.map(({ fundCode, ...row }) => ({ ...row, fundId: found(ids, fundCode) })),
      now,
    )
  },
  Benchmarks: (tx, rows) => upsert(tx, benchmarkLevel, [benchmarkLevel.benchmark, benchmarkLevel.date], rows),
  'Account plan': (tx, rows) => upsert(tx, accountPrefix, [accountPrefix.prefix], rows),
  'Exchange rates': (tx, rows) => upsert(tx, exchangeRate, [exchangeRate.currency, exchangeRate.date], rows),
  'Expense types': (tx, rows) => upsert(tx, expenseType, [expenseType.name], rows),
  'Routine types': (tx, rows) => upsert(tx, routineType, [routineType.name], rows),
  async 'Client validators'(tx, rows) {
    const ids = await entityIds(
      tx,
      rows.map((row) => row.legalEntity),
    )
    const { legalEntityId, firstName, lastName } = clientValidator
    const validators = rows.map(({ legalEntity: name, ...row }) => ({
      ...row,
      legalEntityId: found(ids, name),
    }))
    await upsert(tx, clientValidator, [legalEntityId, firstName, lastName], validators)
  },
  ...DEFINITION_WRITERS,
  'Calendar holidays': (tx, rows) =>
    upsert(tx, calendarHoliday, [calendarHoliday.calendar, calendarHoliday.date], rows),
}

async function entityIds(tx: Transaction, names: (string | null)[]): Promise<Map<string, number>> {
  const wanted = [...new Set(names)].filter((name) => name !== null)
  const entities = await tx
    .select({ id: legalEntity.id, name: legalEntity.name })
    .from(legalEntity)
    .where(inArray(legalEntity.name, wanted))
  return new Map(entities.map(({ id, name }) => [name, id]))
}

async function fundIds(tx: Transaction, codes: string[]): Promise<Map<string, number>> {
  const funds = await tx
    .select({ id: fund.id, code: fund.code })
    .from(fund)
    .where(inArray(fund.code, [...new Set(codes)]))
  return new Map(funds.map(({ id, code }) => [code, id]))
}

function found(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`${name} was checked, yet is not there`)
  return id
}
