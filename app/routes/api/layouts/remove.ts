import type { Transaction } from 'db/doors'
import { deleteLayout } from '~/domain/layouts/delete-layout.server'
import { DomainError } from '~/domain/values/domain-error'
import type { Call } from '~/http/calls/call'
import { layoutShape } from './layout-shape'

/** Deletes one of the caller's own layouts or views and answers what is gone. */
export const remove: Call = {
  may: 'any user',
  async answer({ actor, transaction }, { params }) {
    const idOrName = params.id ?? params.name ?? ''
    const gone = await transaction((tx) => removeNamed(tx, actor.id, idOrName))
    if (!gone) throw new DomainError('not-found', 'You have no such layout. Reload the list of your layouts.')
    return layoutShape(gone)
  },
}

/** A grid's name comes first: whoever gave a grid a number for a name means that grid. */
async function removeNamed(tx: Transaction, userId: number, idOrName: string) {
  const layout = await deleteLayout(tx, userId, idOrName)
  if (layout || !/^[1-9]\d{0,9}$/.test(idOrName)) return layout
  return deleteLayout(tx, userId, Number(idOrName))
}
