import type { Transaction } from 'db/database'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { deleteLayout } from '~/platform/layouts/delete-layout.server'
import { layoutKey } from '~/platform/layouts/layout-names'
import { DomainError } from '~/platform/values/domain-error'
import { once } from '~/platform/workflow/once.server'
import { aLayout, layoutShape } from './layout-shape'

/** Deletes one of the caller's own layouts or views and answers what is gone. */
export const remove: Call = {
  may: 'any user',
  tells: 'Deletes one of your own layouts or views; answers what is gone.',
  answers: { 200: aLayout },
  async answer(guarded, { request, params }) {
    const { actor, transaction, services } = guarded
    const idOrName = layoutKey(params.id ?? params.name ?? '')
    const action = `delete layout ${idOrName}`
    const key = { key: callKey(guarded, request), userId: actor.id, action, now: services.clock() }
    return transaction((tx) =>
      once(tx, key, async () => {
        const gone = await removeNamed(tx, actor.id, idOrName)
        if (!gone)
          throw new DomainError('not-found', 'You have no such layout. Reload the list of your layouts.')
        return layoutShape(gone)
      }),
    )
  },
}

/** A grid's name comes first: whoever gave a grid a number for a name means that grid. */
async function removeNamed(tx: Transaction, userId: number, idOrName: string) {
  const layout = await deleteLayout(tx, userId, idOrName)
  if (layout || !/^[1-9]\d{0,9}$/.test(idOrName)) return layout
  return deleteLayout(tx, userId, Number(idOrName))
}
