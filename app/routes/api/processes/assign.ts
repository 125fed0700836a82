import { z } from 'zod'
import { ASSIGN_TITLE, assignProcess } from '~/areas/processes/assign-process.server'
import { processById } from '~/areas/processes/process-by-id.server'
import { readerOf } from '~/areas/processes/routes/process-source'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { takes } from '~/http/calls/takes'
import { idOf, numberValue } from '~/http/calls/values'
import { aProcess } from './process-shape'

// What is left out is no wish to take the process from somebody.
const Assigned = z.object({
  userId: z.preprocess((value) => (value === '' ? null : value), numberValue.nullable()),
})

/** POST dashboard/processes/{id} with userId: gives a process date to a user, or with null to nobody; answers its row. */
export const loader = calls({
  POST: {
    may: ['processdashboard', 'update'],
    tells: 'Gives a process date to a user who may open Processes, or with null to nobody; answers its row.',
    title: ASSIGN_TITLE,
    answers: { 200: aProcess },
    ...takes(Assigned, async (guarded, { request, params }, { userId }) => {
      const { actor, transaction, services } = guarded
      const entityProcessDateId = idOf(params.entityProcessDateId, 'process')
      const assignment = { entityProcessDateId, userId, idempotencyKey: callKey(guarded, request) }
      return transaction(async (tx) => {
        await assignProcess(tx, actor, assignment, services.clock())
        return processById(tx, entityProcessDateId, readerOf(guarded))
      })
    }),
  },
})
export const action = loader
