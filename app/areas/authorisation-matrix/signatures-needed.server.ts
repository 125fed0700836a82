import type { Read } from 'db/database'
import { exchangeRate } from 'db/schema/lookups'
import { authorisationRule } from 'db/schema/signatures'
import { and, desc, eq, lte } from 'drizzle-orm'
import { SITE_CURRENCY } from '~/areas/reference-data/site-currency'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { bandOfAmount, type Rates, type SignaturesNeeded } from './band-of-amount'
import type { Rule } from './matrix'

/** What is to be signed: a gross amount of a client's draft. */
export interface ToSign {
  /** The client. */
  legalEntityId: number
  /** The day whose matrix holds. */
  day: Day
  currency: string
  /** In its currency. */
  amount: Decimal
}

/**
 * The signatures that the authorisation matrix in force on the day asks for an amount; null where the client has no
 * matrix in force: then no signature is asked.
 */
export async function signaturesNeeded(
  read: Read,
  { legalEntityId, ...asked }: ToSign,
): Promise<SignaturesNeeded | null> {
  const { validFrom, validTo, currency, amountFrom, amountTo, rule } = authorisationRule
  const rows = await read
    .select({ validFrom, validTo, currency, amountFrom, amountTo, rule })
    .from(authorisationRule)
    .where(eq(authorisationRule.legalEntityId, legalEntityId))
  const rules = rows.map((row) => ({ ...row, rule: row.rule as Rule }))
  const currencies = new Set([asked.currency, ...rules.map((each) => each.currency)])
  return bandOfAmount(rules, await ratesOn(read, currencies, asked.day), SITE_CURRENCY, asked)
}

/** The latest rate of each currency on or before a day; a currency without one is left out. */
async function ratesOn(read: Read, currencies: ReadonlySet<string>, day: Day): Promise<Rates> {
  const rates = new Map([[SITE_CURRENCY, '1']])
  if (currencies.size === 1) return rates
  for (const currency of currencies) {
    if (rates.has(currency)) continue
    const [found] = await read
      .select({ rate: exchangeRate.rate })
      .from(exchangeRate)
      .where(and(eq(exchangeRate.currency, currency), lte(exchangeRate.date, day)))
      .orderBy(desc(exchangeRate.date))
      .limit(1)
    if (found) rates.set(currency, found.rate)
  }
  return rates
}
