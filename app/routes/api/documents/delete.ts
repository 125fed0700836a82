import { calls } from '~/http/calls/call'
import { remove } from './remove'

/** GET documents/{id}/delete deletes a document, and POST does. */
export const loader = calls({ GET: { ...remove, changes: true }, POST: remove })
export const action = loader
