import type { ProcessReader } from '~/domain/processes/task-sums.server'
import { dayIn } from '~/domain/values/day'
import type { Guarded } from '~/http/guard'

/** Who asks for processes, and on which day of the site. */
export function callReader({ actor, services }: Pick<Guarded, 'actor' | 'services'>): ProcessReader {
  return { actor, today: dayIn(services.clock(), services.settings.timeZone) }
}
