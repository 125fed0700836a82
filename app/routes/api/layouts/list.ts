import { z } from 'zod'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { savedLayouts } from '~/platform/layouts/saved-layouts.server'
import type { RowColumns } from '~/platform/lists/row-match'
import { aLayout, layoutShape } from './layout-shape'

const COLUMNS: RowColumns<ReturnType<typeof layoutShape>> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  key: { kind: 'text', value: ({ key }) => key },
  name: { kind: 'text', value: ({ name }) => name },
  updated: { kind: 'instant', value: ({ updated }) => updated.toISOString() },
}

/** GET layouts: one's own layouts and views, without their states. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'Your own layouts and views of grids, without their states.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aLayout) },
    answer: async ({ actor, read }, args) =>
      rowsAnswer(args, (await savedLayouts(read, actor.id)).map(layoutShape), COLUMNS),
  },
})
export const action = loader
