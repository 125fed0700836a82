import type { Doors } from 'db/database'
import type { Services } from './server/services'

const lenders = new WeakMap<Services, Services>()

/** The same services with another `read` and `transaction`, for one request. */
export function lend(services: Services, doors: Doors): Services {
  const lent = { ...services, doors }
  lenders.set(lent, lenderOf(services))
  return lent
}

/** The services of the process from which a request's services were made: data for all requests is kept with these. */
export function lenderOf(services: Services): Services {
  return lenders.get(services) ?? services
}
