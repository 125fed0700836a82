import type { Read } from 'db/database'
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
import { fundNav } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { storedEntries } from '~/areas/authorisation-matrix/matrix-entries.server'
import { sheetAccounts } from '~/areas/bank-accounts/sheet-accounts.server'
import { SHEETS, type SheetName, type Values } from '~/areas/lookups/sheets'
import { STORED_DEFINITIONS } from '~/areas/processes/definitions/stored-sheets.server'
import { readAuthorisationTarget } from '~/areas/users/import-users'
import { readAuthorisations, readUsers } from '~/areas/users/import-users.server'
import { namedColumns } from '~/platform/tables/named-columns'
import { Big, plain } from '~/platform/values/decimal'
import { texts, within } from './range-of-rows.server'

/** The stored rows that the rows of a sheet may be about: all of them, or those of the same names and days. */
export async function storedRows(read: Read, sheet: SheetName, rows: readonly Values[]): Promise<Values[]> {
  if (rows.length === 0) return []
  return READERS[sheet](read, rows)
}

type Reader = (read: Read, rows: readonly Values[]) => Promise<Values[]>

/** The management companies of legal entities. */
const company = alias(legalEntity, 'company')

const READERS: Record<SheetName, Reader> = {
  Currencies: (read) => read.select().from(currency),
  'Legal entities': (read) =>
    read
      .select({ ...namedColumns(legalEntity, SHEETS['Legal entities']), managementCompany: company.name })
      .from(legalEntity)
      .leftJoin(company, eq(company.id, legalEntity.managementCompanyId)),
  async Users(read, rows) {
    const users = await readUsers(read, texts(rows, 'userName'))
    return [...users].map(([userName, { queues, ...rights }]) => ({
      userName,
      ...rights,
      queues: queues.join(', '),
    }))
  },
  async Authorisations(read, rows) {
    const held = await readAuthorisations(read, texts(rows, 'userName'))
    return [...held].map(([target, rights]) => ({ ...readAuthorisationTarget(target), ...rights }))
  },
  Funds: (read) =>
    read
      .select({ ...namedColumns(fund, SHEETS.Funds), legalEntity: legalEntity.name })
      .from(fund)
      .leftJoin(legalEntity, eq(legalEntity.id, fund.legalEntityId)),
  'Share classes': (read) =>
    read
      .select({ ...namedColumns(shareClass, SHEETS['Share classes']), fundCode: fund.code })
      .from(shareClass)
      .innerJoin(fund, eq(fund.id, shareClass.fundId)),
  'NAV calendar': (read, rows) =>
    read
      .select({ ...namedColumns(fundNav, SHEETS['NAV calendar']), fundCode: fund.code })
      .from(fundNav)
      .innerJoin(fund, eq(fund.id, fundNav.fundId))
      .where(within(fund.code, texts(rows, 'fundCode'), fundNav.navDate, rows, 'navDate')),
  async Benchmarks(read, rows) {
    const { benchmark, date } = benchmarkLevel
    const where = within(benchmark, texts(rows, 'benchmark'), date, rows, 'date')
    const levels = await read.select().from(benchmarkLevel).where(where)
    return levels.map(({ level, ...row }) => ({ ...row, level: plain(new Big(level)) }))
  },
  'Account plan': (read) => read.select().from(accountPrefix),
  async 'Exchange rates'(read, rows) {
    const where = within(exchangeRate.currency, texts(rows, 'currency'), exchangeRate.date, rows, 'date')
    const rates = await read.select().from(exchangeRate).where(where)
    return rates.map(({ rate, ...row }) => ({ ...row, rate: plain(new Big(rate)) }))
  },
  'Expense types': (read) =>
    read.select(namedColumns(expenseType, SHEETS['Expense types'])).from(expenseType),
  'Routine types': (read) =>
    read.select(namedColumns(routineType, SHEETS['Routine types'])).from(routineType),
  'Client validators': (read) =>
    read
      .select({
        ...namedColumns(clientValidator, SHEETS['Client validators']),
        legalEntity: legalEntity.name,
      })
      .from(clientValidator)
      .innerJoin(legalEntity, eq(legalEntity.id, clientValidator.legalEntityId)),
  async 'Authorisation matrix'(read) {
    const rules = await storedEntries(read, 'authorisation rule')
    return [...rules.values(), ...(await storedEntries(read, 'signatory')).values()]
  },
  'Bank accounts': async (read) => (await sheetAccounts(read)).map((account) => ({ ...account })),
  ...STORED_DEFINITIONS,
  'Calendar holidays': (read) => read.select().from(calendarHoliday),
}
