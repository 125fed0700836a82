import type { Guarded } from '~/http/guard'
import { servicesOfProcess } from '~/http/services-of-request'
import type { OnStep } from '~/platform/threads/worker-thread'
import type { ControlUpload } from '../control/control-upload'
import { readControlUpload } from '../control/run-control.server'
import { startControlAll } from '../umbrella/control-all.server'

/**
 * Reads an upload, and begins the controls of all its funds, once.
 * @returns the id of the run, whose work goes on
 * @throws DomainError where the files cannot be read at all
 */
export async function controlAllFunds(
  guarded: Guarded,
  upload: ControlUpload,
  onStep?: OnStep,
): Promise<number> {
  const { services } = guarded
  const { database, clock, settings, workers, log } = servicesOfProcess(services)
  const whole = await readControlUpload(guarded, { workers: services.workers, onStep }, upload)
  const onFault = (err: unknown) => log.error({ err }, 'the control of a fund failed')
  return startControlAll(guarded, { database, clock, settings, workers, onStep, onFault }, whole)
}
