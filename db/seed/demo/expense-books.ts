import type { Transaction } from 'db/database'
import { allocationKey } from 'db/schema/drafts'
import { recoverableVat } from 'db/schema/expenses'
import { fund } from 'db/schema/lookups'
import { asc, eq } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'

/**
 * The percentage of VAT that each settling entity of the demo recovers. Managing funds is exempt (article 44(1)(d) of
 * the Luxembourg VAT law), and exempt services give no deduction, except for clients outside the European Union
 * (article 49): a fund recovers little or nothing, a management company in proportion to its turnover with such
 * clients.
 */
const SHARES: [entity: string, share: string, validFrom: Day, validTo: Day | null][] = [
  ['Arvensis SICAV', '0', '2024-01-01', null],
  ['Brumalis Fonds SICAV', '0', '2024-01-01', null],
  ['Cormoran Investissements SICAV-FIS', '25', '2024-01-01', null],
  ['Nordlys Invest SICAV', '0', '2024-01-01', null],
  ['Peñalara Global SICAV', '0', '2024-01-01', null],
  ['Quercus Alternatives SCA SICAV-RAIF', '40', '2024-01-01', null],
  // The provisional percentage of each year follows that of the previous year.
  ['Helvetica Bridge Management Company SA', '10', '2025-01-01', '2025-12-31'],
  ['Helvetica Bridge Management Company SA', '12', '2026-01-01', null],
  ['Quercus General Partner S.à r.l.', '35', '2025-01-01', null],
]

/** The percentage of VAT that an entity of the demo recovers on a day. */
export function recoveredOf(entity: string, day: Day): string {
  const found = SHARES.find(
    ([name, , from, to]) => name === entity && from <= day && (to === null || day <= to),
  )
  return found?.[1] ?? '100'
}

/** The umbrella whose board has fixed each sub-fund's part. */
const KEYED = 'Peñalara Global SICAV'
const KEYS_FIXED: Day = '2026-01-01'

/** The basis for booking the demo's expenses: recovered VAT, and fixed keys. Entities and funds already exist. */
export async function seedExpenseBooks(
  tx: Transaction,
  entities: ReadonlyMap<string, number>,
): Promise<void> {
  const idOf = (name: string) => {
    const id = entities.get(name)
    if (id === undefined) throw new Error(`There is no legal entity ${name}`)
    return id
  }
  await tx.insert(recoverableVat).values(
    SHARES.map(([entity, share, validFrom, validTo]) => ({
      legalEntityId: idOf(entity),
      share,
      validFrom,
      validTo,
    })),
  )
  const legalEntityId = idOf(KEYED)
  const funds = await tx
    .select({ id: fund.id })
    .from(fund)
    .where(eq(fund.legalEntityId, legalEntityId))
    .orderBy(asc(fund.code))
  const equal = Math.floor(100 / funds.length)
  await tx.insert(allocationKey).values(
    funds.map(({ id: fundId }, at) => ({
      legalEntityId,
      fundId,
      validFrom: KEYS_FIXED,
      share: String(at === 0 ? 100 - equal * (funds.length - 1) : equal),
    })),
  )
}
