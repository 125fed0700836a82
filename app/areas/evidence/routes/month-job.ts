import { navReport } from '~/areas/navs/report/report-facts.server'
import type { Guarded } from '~/http/guard'
import { servicesOfProcess } from '~/http/services-of-request'
import { throttleFile } from '~/http/throttle'
import { startJob } from '~/platform/jobs/jobs.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { fundsOfMonth, type MonthScope, navsOfMonth } from '../month.server'
import { beginMonthPack, buildMonthPack, cancelMonthPack, MONTH_PACK_JOB } from '../month-packs.server'
import { signingOf } from './build-pack'

/** Stores the job of a month, once, then starts it; returns its id. */
export async function startMonthPack(guarded: Guarded, requested: MonthScope): Promise<number> {
  const { actor, services, read } = guarded
  await throttleFile(guarded)
  const { month } = requested
  const funds = requested.funds.length > 0 ? requested.funds : await fundsOfMonth(read, month)
  const scope = { month, funds }
  const navs = await navsOfMonth(read, scope)
  const site = servicesOfProcess(services)
  const report = async (navId: number) =>
    (await navReport({ read: site.database.read, services: site }, navId)).bytes
  return startJob(
    guarded,
    MONTH_PACK_JOB,
    'pack of a month',
    (context) => beginMonthPack(context, scope, navs.length),
    (id) =>
      buildMonthPack(site, { id, actor, scope, navs, signing: signingOf(site), report }, (err) =>
        site.log.error({ err, pack: id }, 'the pack of a month failed'),
      ),
  )
}

/** Cancels the job of a month, once. @throws DomainError conflict when it has ended */
export async function cancelMonth(guarded: Guarded, id: number): Promise<void> {
  const { transaction } = guarded
  await transaction((context) =>
    withIdempotencyKey(context, `cancel pack of a month ${id}`, async () => {
      await cancelMonthPack(context, id)
      return {}
    }),
  )
}
