import { livingEvents } from '~/areas/processes/active-names.server'
import { livingCalls } from './living-call'

/** GET entity/events/ntr: entity events that are not retired, name and id. */
export const loader = livingCalls('Entity events that are not retired, by name: name and id.', livingEvents)
export const action = loader
