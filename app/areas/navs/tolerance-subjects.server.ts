import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { asc } from 'drizzle-orm'
import type { ColumnOption } from '~/platform/tables/table-column'
import { FUND_TYPES } from './rules/tolerances'
import { PROVIDERS } from './set-tolerance'

/** Whom a value can be for: every fund, fund type and provider. */
export async function toleranceSubjects(read: Read): Promise<ColumnOption[]> {
  const funds = await read.select({ code: fund.code, name: fund.name }).from(fund).orderBy(asc(fund.code))
  const same = (values: readonly string[], what: string) =>
    values.map((value) => ({ value, label: `${value} (${what})` }))
  return [
    ...funds.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    ...same(FUND_TYPES, 'fund type'),
    ...same(PROVIDERS, 'provider'),
  ]
}
