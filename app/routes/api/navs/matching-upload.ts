import { runMatching } from '~/domain/navs/matching/run-matching.server'
import { calls } from '~/http/call'
import { created } from '~/http/call-answer'
import { callKey } from '~/http/call-key'
import { readCallUpload } from '~/http/call-upload'
import { idOf } from '~/http/call-values'
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
