import { navReport } from '~/areas/navs/report/report-facts.server'
import type { Guarded } from '~/http/guard'
import { servicesOfProcess } from '~/http/services-of-request'
import { throttleFile } from '~/http/throttle'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { fundsOfMonth, type MonthScope, navsOfMonth } from '../month.server'
import { beginMonthPack, buildMonthPack, cancelMonthPack } from '../month-packs.server'
import { signingOf } from './build-pack'

/** Jobs under way in this process, by id. */
const underWay = new Map<number, Promise<void>>()

/** Ends when a job of this process has ended. */
export const monthPackEnded = (id: number): Promise<void> => underWay.get(id) ?? Promise.resolve()

/** Stores the job of a month, once, then starts it; returns its id. */
export async function startMonthPack(guarded: Guarded, asked: MonthScope): Promise<number> {
  const { actor, transaction, services, read } = guarded
  await throttleFile(guarded)
  const all = asked.funds.length > 0 ? asked.funds : await fundsOfMonth(read, asked.month)
  const scope = { month: asked.month, funds: all }
  const navs = await navsOfMonth(read, scope)
  const now = services.clock()
  let begun = false
  const { id } = await transaction((context) =>
    withIdempotencyKey(context, 'pack of a month', async () => {
      begun = true
      return { id: await beginMonthPack(context.tx, actor, scope, { total: navs.length, now }) }
    }),
  )
  if (!begun) return id
  const site = servicesOfProcess(services)
  const report = async (navId: number) =>
    (await navReport({ read: site.database.read, services: site }, navId)).bytes
  const job = { id, actor, scope, navs, signing: signingOf(site), report }
  const onFault = (err: unknown) => site.log.error({ err, pack: id }, 'the pack of a month failed')
  underWay.set(
    id,
    buildMonthPack(site, job, onFault).finally(() => underWay.delete(id)),
  )
  return id
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
