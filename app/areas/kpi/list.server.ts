import { kpiCommentEntry } from 'db/schema/kpi'
import { fund, kpiComment, kpiMethod } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { and, asc, between, eq, sql } from 'drizzle-orm'
import type { Context } from '~/platform/values/context.server'
import { showNavDate } from '~/platform/values/show'
import { KPI, type KpiRow, rateOf } from './kpi'
import { type KpiScope, kpiOutcomes } from './kpi-outcomes.server'

/** Every fund's KPIs, month by month, newest month first; funds and months without a NAV that counts have no row. */
export async function kpiRows(context: Context, scope: KpiScope): Promise<KpiRow[]> {
  const [counted, comments] = await Promise.all([countedOf(context, scope), commentsOf(context, scope)])
  return counted.map(({ fund_id, fund_code, fund_name, month, method_id, method_name, ...counts }) => {
    const key = `${fund_id} ${month} ${method_id}`
    const [met, missed] = [Number(counts.met), Number(counts.missed)]
    const judged = method_id !== KPI.resends
    return {
      key,
      fund_id,
      fund_code,
      fund_name,
      month,
      method_id,
      method_name,
      navs: Number(counts.navs),
      met: judged ? met : null,
      missed: judged ? missed : null,
      open: judged ? Number(counts.open) : null,
      unmeasured: judged ? Number(counts.unmeasured) : null,
      rate: judged ? rateOf(met, missed) : null,
      resends: judged ? null : Number(counts.times ?? 0),
      comments: (comments.get(key) ?? []).join('; '),
    }
  })
}

interface Counted extends Pick<KpiRow, 'fund_id' | 'fund_code' | 'fund_name' | 'month' | 'method_id'> {
  method_name: string
  navs: string
  met: string
  missed: string
  open: string
  unmeasured: string
  times: string | null
}

async function countedOf(context: Context, scope: KpiScope): Promise<Counted[]> {
  const having = (outcome: string) => sql`count(*) filter (where outcome = ${outcome})`
  const rows: unknown = await context.read.execute(sql`
    select fund.id as fund_id, fund.code as fund_code, fund.name as fund_name, kpi.month,
      kpi.method_id, method.name as method_name,
      kpi.navs, kpi.met, kpi.missed, kpi.open, kpi.unmeasured, kpi.times
    from (
      select fund_id, to_char(nav_date, 'YYYY-MM') as month, method_id, count(*) as navs,
        ${having('met')} as met, ${having('missed')} as missed, ${having('open')} as open,
        ${having('unmeasured')} as unmeasured, sum(times) as times
      from ${kpiOutcomes(context, scope)} as each group by 1, 2, 3
    ) kpi join ${fund} on fund.id = kpi.fund_id join ${kpiMethod} method on method.id = kpi.method_id
    order by kpi.month desc, fund.code, kpi.method_id`)
  return rows as Counted[]
}

/** The comments on each row's NAVs, in their order. */
async function commentsOf({ read }: Context, { first, last }: KpiScope): Promise<Map<string, string[]>> {
  const rows = await read
    .select({
      fundId: fundNav.fundId,
      navDate: fundNav.navDate,
      methodId: kpiCommentEntry.methodId,
      value: kpiComment.value,
      log: kpiCommentEntry.log,
    })
    .from(kpiCommentEntry)
    .innerJoin(fundNav, eq(fundNav.id, kpiCommentEntry.objectId))
    .innerJoin(kpiComment, eq(kpiComment.id, kpiCommentEntry.commentId))
    .where(and(between(fundNav.navDate, first, last)))
    .orderBy(asc(fundNav.navDate))
  const texts = new Map<string, string[]>()
  for (const { fundId, navDate, methodId, value, log } of rows) {
    const key = `${fundId} ${navDate.slice(0, 7)} ${methodId}`
    const words = `${showNavDate(navDate)} ${value}${log === '' ? '' : `. ${log}`}`
    texts.set(key, [...(texts.get(key) ?? []), words])
  }
  return texts
}
