import { z } from 'zod'
import { bodyOf } from '~/http/calls/body'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { layoutKey } from '~/platform/layouts/layout-names'
import { layoutOf } from '~/platform/layouts/layout-of.server'
import { saveLayout } from '~/platform/layouts/save-layout.server'
import { once } from '~/platform/workflow/once.server'
import { aLayout, aLayoutState, layoutShape } from './layout-shape'
import { remove } from './remove'

const path = { name: z.string().min(1).max(100).describe('A grid, such as navdashboard.') }

/** GET layouts/{name}: the state as it was saved, null when there is none. POST saves the body, DELETE deletes it. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'What one of your grids opens with, as it was saved; null when nothing was.',
    path,
    answers: { 200: aLayoutState.nullable() },
    answer: async ({ actor, read }, { params }) =>
      (await layoutOf(read, actor.id, params.name ?? ''))?.state ?? null,
  },
  POST: {
    may: 'any user',
    tells: 'Saves what one of your grids opens with, in the place of what was saved before.',
    path,
    body: aLayoutState,
    answers: { 200: aLayout },
    async answer(guarded, { request, params }) {
      const { actor, transaction, services } = guarded
      // Its own check is the stricter one: what a schema copies is no longer all that was sent.
      const state = await bodyOf(request)
      const name = layoutKey(params.name ?? '')
      const now = services.clock()
      const key = { key: callKey(guarded, request), userId: actor.id, action: `save layout ${name}`, now }
      return transaction((tx) =>
        once(tx, key, async () => layoutShape(await saveLayout(tx, actor.id, name, state, now))),
      )
    },
  },
  DELETE: { ...remove, path },
})
export const action = loader
