import { z } from 'zod'
import { calls } from '~/http/calls/call'
import { remove } from './remove'

const named = {
  ...remove,
  path: { id: z.string().min(1).max(100).describe('The id of a layout or view, or the name of a grid.') },
}

/** GET layouts/{id}/delete deletes a layout or view by its id, or a layout by its name, and POST does. */
export const loader = calls({ GET: { ...named, changes: true }, POST: named })
export const action = loader
