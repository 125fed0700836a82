import type { Doors } from 'db/database'
import type { Services } from './server/services'

const lenders = new WeakMap<Services, Services>()

/** The same services with other doors, for one request. */
export function lend(services: Services, doors: Doors): Services {
  const lent = { ...services, doors }
  lenders.set(lent, lenderOf(services))
  return lent
}

/** The services of the process, which a request's own were lent by: what is kept for all requests is kept with these. */
export function lenderOf(services: Services): Services {
  return lenders.get(services) ?? services
}
