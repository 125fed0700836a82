import { OpenLink } from '~/ui/open-close/open-link'
import type { TableShown } from './table-grid'

/** Opens the form of a new row of an editable table; nothing for whoever may not add one. */
export function NewRowLink({ path, one, may }: Pick<TableShown, 'path' | 'one' | 'may'>) {
  if (!may.add) return null
  return (
    <OpenLink className="button button--primary" to={`${path}/new`}>
      New {one}
    </OpenLink>
  )
}
