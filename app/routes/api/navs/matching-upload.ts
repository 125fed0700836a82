import { z } from 'zod'
import { MATCHING_OUTCOMES } from '~/areas/navs/matching-types'
import { runMatching } from '~/areas/navs/run-matching.server'
import { created } from '~/http/calls/answer'
import { aNumber, anId } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { takesFiles } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import type { Guarded, RouteArgs } from '~/http/guard'
import { workbookUpload } from '~/http/upload-limits'

const aMatching = z
  .object({
    id: anId,
    matchingId: anId,
    fundNavId: anId,
    counts: z.record(z.enum(MATCHING_OUTCOMES), aNumber).describe('Positions by their outcome.'),
  })
  .meta({ id: 'Matching' })

/** POST uploadmatching/{navid}: matches the management company's workbook; 201 and the count of each outcome. */
export const loader = calls({
  POST: {
    may: ['navctrl', 'add', 'update'],
    title: 'File cannot be integrated, see error.',
    tells: "Matches the management company's workbook with the NAV's current control.",
    answers: { 201: aMatching },
    ...takesFiles(
      { limits: workbookUpload },
      async ({ services, actor }, _, { files }, { fundNavId, key }) => {
        const run = await runMatching(services, actor, { fundNavId, files }, key)
        return created({ id: run.matchingId, ...run })
      },
      async (guarded: Guarded, { request, params }: RouteArgs) => {
        return { fundNavId: idOf(params.fundNavId, 'NAV'), key: callKey(guarded, request) }
      },
    ),
  },
})
export const action = loader
