import { layoutOf } from '~/domain/layouts/layout-of.server'
import { saveLayout } from '~/domain/layouts/save-layout.server'
import { bodyOf } from '~/http/calls/body'
import { calls } from '~/http/calls/call'
import { layoutShape } from './layout-shape'
import { remove } from './remove'

/** GET layouts/{name}: the state as it was saved, null when there is none. POST saves the body, DELETE deletes it. */
export const loader = calls({
  GET: {
    may: 'any user',
    answer: async ({ actor, read }, { params }) =>
      (await layoutOf(read, actor.id, params.name ?? ''))?.state ?? null,
  },
  POST: {
    may: 'any user',
    async answer({ actor, transaction, services }, { request, params }) {
      const state = await bodyOf(request)
      const now = services.clock()
      return layoutShape(await transaction((tx) => saveLayout(tx, actor.id, params.name ?? '', state, now)))
    },
  },
  DELETE: remove,
})
export const action = loader
