import { calls } from '~/http/calls/call'
import { remove } from './remove'

/** GET layouts/{id}/delete deletes a layout or view by its id, or a layout by its name, and POST does. */
export const loader = calls({ GET: { ...remove, changes: true }, POST: remove })
export const action = loader
