import { savedLayouts } from '~/domain/layouts/saved-layouts.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { layoutShape } from './layout-shape'

/** GET layouts: one's own layouts and views, without their states. */
export const loader = calls({
  GET: {
    may: 'any user',
    async answer({ actor, read }, args) {
      const rows = (await savedLayouts(read, actor.id)).map(layoutShape)
      return rowsAnswer(args, rows, {
        id: { kind: 'number', value: ({ id }) => String(id) },
        key: { kind: 'text', value: ({ key }) => key },
        name: { kind: 'text', value: ({ name }) => name },
        updated: { kind: 'instant', value: ({ updated }) => updated.toISOString() },
      })
    },
  },
})
export const action = loader
