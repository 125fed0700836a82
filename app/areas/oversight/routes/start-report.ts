import type { Guarded } from '~/http/guard'
import { servicesOfProcess } from '~/http/services-of-request'
import { startJob } from '~/platform/jobs/jobs.server'
import type { OversightScope } from '../report'
import { beginReport, makeReport, OVERSIGHT_JOB } from '../reports.server'

/** Stores the request of a report, once, then begins to make it; returns the id of its job. */
export function startReport(guarded: Guarded, scope: OversightScope): Promise<number> {
  const { actor, services } = guarded
  const site = servicesOfProcess(services)
  return startJob(
    guarded,
    OVERSIGHT_JOB,
    'oversight report',
    (context) => beginReport(context, scope),
    (id) =>
      makeReport(site, { id, actor, scope }, (err) =>
        site.log.error({ err, job: id }, 'an oversight report failed'),
      ),
  )
}
