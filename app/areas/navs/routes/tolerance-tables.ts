import type { Guarded } from '~/http/guard'
import { dayIn } from '~/platform/values/day'
import { RULE_TOLERANCE } from '../tolerances'
import { tolerancesTable } from '../tolerances.server'

/** The kinds of changes that are decided on the page of tolerances, and the prefix of their grid in the address. */
export const TOLERANCE_KINDS = [RULE_TOLERANCE]
export const WAITING_TOLERANCES = { prefix: 'changes', size: 10 }

/** The tolerances as they are today in the site's zone. */
export function tolerancesToday({ services }: Pick<Guarded, 'services'>) {
  const { timeZone } = services.settings
  return tolerancesTable(dayIn(services.clock(), timeZone), timeZone)
}
