import { exchangeRate } from 'db/schema/lookups'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { SITE_CURRENCY } from '~/areas/reference-data/site-currency'

interface Money {
  amount: SQLWrapper
  currency: SQLWrapper
  /** Whose rates count: the latest ones on or before it. */
  day: SQLWrapper
}

/**
 * An amount in another currency at the rates of its day, two decimals, half away from zero; null where a rate is missing.
 * Nothing is nothing in any currency. (Product decisions, sections 3 and 4.)
 */
export function convertSql({ amount, currency, day }: Money, into: SQLWrapper): SQL {
  // 40 places: what is divided is not rounded to a half before it is rounded to cents.
  return sql`case when ${currency} = ${into} or ${amount} = 0 then round(${amount}, 2)
    else round(round(${amount}, 40) * ${rateSql(currency, day)} / ${rateSql(into, day)}, 2) end`
}

/** What one unit costs in the site's currency: the latest rate on or before a day; null without one. */
export function rateSql(currency: SQLWrapper, day: SQLWrapper): SQL {
  return sql`case when ${currency} = ${SITE_CURRENCY} then 1 else (
    select nullif(r.rate, 0) from ${exchangeRate} r where r.currency = ${currency} and r.date <= ${day}
    order by r.date desc limit 1) end`
}

/** The day of that rate; null without one, and for the site's currency, which needs none. */
export function rateDaySql(currency: SQLWrapper, day: SQLWrapper): SQL {
  return sql`case when ${currency} <> ${SITE_CURRENCY} then (
    select r.date from ${exchangeRate} r where r.currency = ${currency} and r.date <= ${day}
    order by r.date desc limit 1) end`
}
