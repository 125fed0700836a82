import type { TestDatabase } from 'tests/support/postgres/database'

/** One expected NAV as stored. */
export async function fundNavByDate(site: TestDatabase, fundCode: string, navDate: string) {
  const [row] = await site.ownerSql`
    select n.* from fund_nav n join fund f on f.id = n.fund_id
    where f.code = ${fundCode} and n.nav_date = ${navDate}`
  return row
}
