import type { ImportSite } from './import-site'

/** One expected NAV as stored. */
export async function fundNavByDate(site: ImportSite, fundCode: string, navDate: string) {
  const [row] = await site.ownerSql`
    select n.* from fund_nav n join fund f on f.id = n.fund_id
    where f.code = ${fundCode} and n.nav_date = ${navDate}`
  return row
}
