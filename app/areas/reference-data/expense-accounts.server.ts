import type { Read } from 'db/database'
import { expenseAccount, expenseType, fund } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'

/** What accounts hold for an expense type: what is due, or what was paid in advance. */
export type AccountsHold = 'accrued' | 'prepaid'

/** The accounts of a fund's balance that belong to an expense type. */
export interface ExpenseAccounts {
  fundId: number
  expenseTypeId: number
  expenseType: string
  /** Prefixes of their numbers, in order. */
  prefixes: string[]
  /** The entry that decides: of the fund itself, of its entity, or of all. */
  level: 'fund' | 'entity' | 'all'
}

/**
 * The accounts of each expense type for a fund, or for every fund: those of the fund, else those of its entity, else
 * those of all. An expense type without accounts is left out.
 */
export async function expenseAccountsOf(
  read: Read,
  holds: AccountsHold,
  fundId?: number,
): Promise<ExpenseAccounts[]> {
  const of = expenseAccount
  const level = sql`case when ${of.fundId} is not null then 1 when ${of.legalEntityId} is not null then 2 else 3 end`
  const found: unknown = await read.execute(sql`
    select fund_id, type_id, type_name, level, string_agg(prefix, ' ' order by prefix) as prefixes
    from (
      select ${fund.id} as fund_id, ${expenseType.id} as type_id, ${expenseType.name} as type_name,
        ${of.accountPrefix} as prefix, ${level} as level,
        rank() over (partition by ${fund.id}, ${expenseType.id} order by ${level}) as place
      from ${of}
      join ${expenseType} on ${expenseType.id} = ${of.expenseTypeId}
      join ${fund} on ${of.fundId} = ${fund.id}
        or (${of.fundId} is null and (${of.legalEntityId} is null or ${of.legalEntityId} = ${fund.legalEntityId}))
      where ${of.holds} = ${holds} ${fundId === undefined ? sql`` : sql`and ${fund.id} = ${fundId}`}
    ) as fitting
    where place = 1
    group by fund_id, type_id, type_name, level
    order by fund_id, type_name`)
  return (found as Found[]).map((row) => ({
    fundId: row.fund_id,
    expenseTypeId: row.type_id,
    expenseType: row.type_name,
    prefixes: row.prefixes.split(' '),
    level: LEVELS[row.level - 1] ?? 'all',
  }))
}

interface Found {
  fund_id: number
  type_id: number
  type_name: string
  level: number
  prefixes: string
}

const LEVELS = ['fund', 'entity', 'all'] as const
