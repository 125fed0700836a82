import type { Database } from 'db/database'
import type { Services } from './server/services'

const processServices = new WeakMap<Services, Services>()

/** The same services with another `read` and `transaction`, and clock, for one request. */
export function servicesOfRequest(
  services: Services,
  database: Database,
  clock: Services['clock'] = services.clock,
): Services {
  const ofRequest = { ...services, database, clock }
  processServices.set(ofRequest, servicesOfProcess(services))
  return ofRequest
}

/** The process's services, from which a request's services were made: data for all requests is attached to these. */
export function servicesOfProcess(services: Services): Services {
  return processServices.get(services) ?? services
}
