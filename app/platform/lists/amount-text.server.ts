import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { OTHER_DECIMALS } from '~/platform/values/currency-decimals'
import { groupedBy } from '~/platform/values/grouped'

const WHOLE = 'FM999,999,999,999,999,990'

/** The pattern of amounts with so many decimals. */
const pattern = (decimals: number): SQL => sql`${decimals === 0 ? WHOLE : `${WHOLE}.${'0'.repeat(decimals)}`}`

const BY_DECIMALS = [...groupedBy([...OTHER_DECIMALS], ([, decimals]) => decimals)].map(
  ([decimals, codes]) => ({ decimals, codes: codes.map(([code]) => sql`${code}`) }),
)

/** An amount followed by its currency, in SQL: "1,234.50 EUR", "1,500 JPY", as `showMoney` shows it. */
export const moneyText = (amount: SQLWrapper, currency: SQLWrapper): SQL => sql`to_char(${amount},
  case ${sql.join(
    BY_DECIMALS.map(
      ({ decimals, codes }) =>
        sql`when ${currency} in (${sql.join(codes, sql`, `)}) then ${pattern(decimals)}`,
    ),
    sql` `,
  )} else ${pattern(2)} end) || ' ' || ${currency}`
