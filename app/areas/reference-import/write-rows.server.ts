import { upsert } from 'db/bulk'
import type { Transaction } from 'db/database'
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
import type { RowOf, SheetName } from '~/areas/lookups/sheets'
import { putCalendar } from '~/areas/navs/nav-calendar.server'
import { DEFINITION_WRITERS } from '~/areas/processes/definitions/write-sheets.server'
import type { PlannedChange } from '~/platform/tables/compare'
import { idIn, idsOf } from '~/platform/tables/ids-of.server'
import type { WaitingSheet } from './second-person'

/** When it is, and in which zone the site's days begin. */
type Now = { now: Date; timeZone: string }
type Writer<S extends SheetName> = (tx: Transaction, rows: RowOf<S>[], at: Now) => Promise<void>
/** The sheets that take effect at once; what waits for a second person goes its own way. */
type OpenSheet = Exclude<SheetName, WaitingSheet>

/** Stores the new and changed rows of one sheet. */
export async function writeRows(
  tx: Transaction,
  sheet: OpenSheet,
  changes: readonly PlannedChange[],
  at: Now,
): Promise<void> {
  const write = WRITERS[sheet] as Writer<SheetName>
  if (changes.length > 0)
    await write(
      tx,
      changes.map(({ after }) => after as RowOf<SheetName>),
      at,
    )
}

const WRITERS: { [S in OpenSheet]: Writer<S> } = {
  Currencies: (tx, rows) => upsert(tx, currency, [currency.code], rows),
  async 'Legal entities'(tx, rows) {
    const bare = rows.map(({ managementCompany: _named, ...row }) => row)
    await upsert(tx, legalEntity, [legalEntity.name], bare)
    // Companies of the same sheet are there by now.
    const ids = await idsOf(
      tx,
      legalEntity,
      legalEntity.name,
      rows,
      ({ managementCompany }) => managementCompany,
    )
    const managed = rows.map(({ managementCompany, ...row }) => ({
      ...row,
      managementCompanyId: managementCompany === null ? null : idIn(ids, managementCompany),
    }))
    await upsert(tx, legalEntity, [legalEntity.name], managed)
  },
  async Funds(tx, rows) {
    const ids = await idsOf(tx, legalEntity, legalEntity.name, rows, (row) => row.legalEntity)
    const funds = rows.map(({ legalEntity: name, ...row }) => ({
      ...row,
      legalEntityId: name === null ? null : idIn(ids, name),
    }))
    await upsert(tx, fund, [fund.code], funds)
  },
  async 'Share classes'(tx, rows) {
    const ids = await fundIds(tx, rows)
    const classes = rows.map(({ fundCode, ...row }) => ({ ...row, fundId: idIn(ids, fundCode) }))
    await upsert(tx, shareClass, [shareClass.code], classes)
  },
  async 'NAV calendar'(tx, rows, { now, timeZone }) {
    const ids = await fundIds(tx, rows)
    await putCalendar(
      tx,
      rows.map(({ fundCode, ...row }) => ({ ...row, fundId: idIn(ids, fundCode) })),
      now,
      timeZone,
    )
  },
  Benchmarks: (tx, rows) => upsert(tx, benchmarkLevel, [benchmarkLevel.benchmark, benchmarkLevel.date], rows),
  'Account plan': (tx, rows) => upsert(tx, accountPrefix, [accountPrefix.prefix], rows),
  'Exchange rates': (tx, rows) => upsert(tx, exchangeRate, [exchangeRate.currency, exchangeRate.date], rows),
  'Expense types': (tx, rows) => upsert(tx, expenseType, [expenseType.name], rows),
  'Routine types': (tx, rows) => upsert(tx, routineType, [routineType.name], rows),
  async 'Client validators'(tx, rows) {
    const ids = await idsOf(tx, legalEntity, legalEntity.name, rows, (row) => row.legalEntity)
    const { legalEntityId, firstName, lastName } = clientValidator
    const validators = rows.map(({ legalEntity: name, ...row }) => ({
      ...row,
      legalEntityId: idIn(ids, name),
    }))
    await upsert(tx, clientValidator, [legalEntityId, firstName, lastName], validators)
  },
  ...DEFINITION_WRITERS,
  'Calendar holidays': (tx, rows) =>
    upsert(tx, calendarHoliday, [calendarHoliday.calendar, calendarHoliday.date], rows),
}

const fundIds = (tx: Transaction, rows: readonly { fundCode: string }[]) =>
  idsOf(tx, fund, fund.code, rows, ({ fundCode }) => fundCode)
