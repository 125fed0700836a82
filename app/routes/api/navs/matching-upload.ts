import { runMatching } from '~/domain/navs/matching/run-matching.server'
import { created } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { readCallUpload } from '~/http/calls/upload'
import { idOf } from '~/http/calls/values'
import { workbookUpload } from '~/http/upload-limits'

/** POST uploadmatching/{navid}: matches the management company's workbook; 201 and the count of each outcome. */
export const loader = calls({
  POST: {
    may: ['navctrl', 'add', 'update'],
    title: 'File cannot be integrated, see error.',
    async answer(guarded, { request, params }) {
      const fundNavId = idOf(params.fundNavId, 'NAV')
      const key = callKey(guarded, request)
      const { files } = await readCallUpload(request, workbookUpload)
      const run = await runMatching(guarded.services, guarded.actor, { fundNavId, files }, key)
      return created({ id: run.matchingId, ...run })
    },
  },
})
export const action = loader
