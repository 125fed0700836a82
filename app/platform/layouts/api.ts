import type { Transaction } from 'db/database'
import { z } from 'zod'
import { anId, anInstant, aText } from '~/http/calls/answers'
import type { Call, EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { bodyOf } from '~/http/calls/takes'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { fieldsOf } from '~/ui/grid/columns'
import { layoutKey, type SavedLayout } from './layout-state'
import { deleteLayout, layoutOf, savedLayouts, saveLayout } from './layouts.server'

/** A saved layout or view as calls return it. */
export const aLayout = z
  .object({
    id: anId,
    key: aText.describe('The grid.'),
    name: aText.describe('Of a view; "" for the layout that the grid opens with.'),
    updated: anInstant,
  })
  .meta({ id: 'Layout' })

/** The state saved by a program or a grid: any object. */
export const aLayoutState = z.looseObject({}).describe('An opaque object of at most 20 KB.')

export function layoutShape({ id, key, name, updatedAt }: SavedLayout) {
  return { id, key, name, updated: updatedAt }
}

/** Deletes one of the caller's own layouts or views and returns it. */
export const remove: Call = {
  may: 'any user',
  summary: 'Deletes one of your own layouts or views; answers what was deleted.',
  answers: { 200: aLayout },
  async answer(guarded, { params }) {
    const { actor, transaction } = guarded
    const idOrName = layoutKey(params.id ?? params.name ?? '')
    const action = `delete layout ${idOrName}`
    return transaction((context) =>
      withIdempotencyKey(context, action, async () => {
        const deleted = await removeNamed(context.tx, actor.id, idOrName)
        if (!deleted)
          throw new DomainError('not-found', 'You have no such layout. Reload the list of your layouts.')
        return layoutShape(deleted)
      }),
    )
  },
}

/** A layout's name takes precedence: users may have given a grid a number as its name. */
async function removeNamed(tx: Transaction, userId: number, idOrName: string) {
  const layout = await deleteLayout(tx, userId, idOrName)
  if (layout || !/^[1-9]\d{0,9}$/.test(idOrName)) return layout
  return deleteLayout(tx, userId, Number(idOrName))
}

const COLUMNS = fieldsOf({ id: 'number', key: 'text', name: 'text', updated: 'instant' })

const path = { name: z.string().min(1).max(100).describe('A grid, such as navdashboard.') }

const named = {
  ...remove,
  path: { id: z.string().min(1).max(100).describe('The id of a layout or view, or the name of a grid.') },
}

export const layoutsCalls: EndpointTable = {
  about: 'layouts',
  calls: {
    layouts: {
      GET: {
        may: 'any user',
        summary: 'Your own layouts and views of grids, without their states.',
        list: kindsOf(COLUMNS),
        answers: { 200: z.array(aLayout) },
        answer: async ({ actor, read }, args) =>
          rowsAnswer(args, (await savedLayouts(read, actor.id)).map(layoutShape), COLUMNS),
      },
    },
    'layouts/:name': {
      GET: {
        may: 'any user',
        summary: 'The saved layout that one of your grids opens with; null if there is none.',
        path,
        answers: { 200: aLayoutState.nullable() },
        answer: async ({ actor, read }, { params }) =>
          (await layoutOf(read, actor.id, params.name ?? ''))?.state ?? null,
      },
      POST: {
        may: 'any user',
        summary: 'Saves the layout that one of your grids opens with, replacing the one before.',
        path,
        body: aLayoutState,
        answers: { 200: aLayout },
        async answer(guarded, { request, params }) {
          const { actor, transaction } = guarded
          // Checked here, more strictly: a schema's copy no longer contains everything that was sent.
          const state = await bodyOf(request)
          const name = layoutKey(params.name ?? '')
          return transaction((context) =>
            withIdempotencyKey(context, `save layout ${name}`, async () =>
              layoutShape(await saveLayout(context, actor.id, name, state)),
            ),
          )
        },
      },
      DELETE: { ...remove, path },
    },
    /** GET or POST layouts/{id}/delete deletes a layout or view by its id, or a layout by its name. */
    'layouts/:id/delete': { GET: { ...named, changes: true }, POST: named },
  },
}
