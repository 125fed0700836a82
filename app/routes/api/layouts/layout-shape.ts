import { z } from 'zod'
import { anId, anInstant, aText } from '~/http/calls/answers'
import type { SavedLayout } from '~/platform/layouts/saved-layout'

/** A saved layout or view as calls tell of it. */
export const aLayout = z
  .object({
    id: anId,
    key: aText.describe('The grid.'),
    name: aText.describe('Of a view; "" for what the grid opens with.'),
    updated: anInstant,
  })
  .meta({ id: 'Layout' })

/** What a program or a grid keeps: any object. */
export const aLayoutState = z.looseObject({}).describe('An opaque object of at most 20 KB.')

export function layoutShape({ id, key, name, updatedAt }: SavedLayout) {
  return { id, key, name, updated: updatedAt }
}
