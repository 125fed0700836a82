import type { SavedLayout } from '~/domain/layouts/saved-layout'

/** A saved layout or view as calls tell of it; the name of a layout is ''. */
export function layoutShape({ id, key, name, updatedAt }: SavedLayout) {
  return { id, key, name, updated: updatedAt }
}
