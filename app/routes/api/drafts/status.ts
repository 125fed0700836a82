import { z } from 'zod'
import { draftById } from '~/areas/drafts/draft-by-id.server'
import { draftFlags } from '~/areas/drafts/draft-flags'
import { aBoolean } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { instanceById } from '~/platform/workflow/instance.server'

const flags = z
  .object({
    is_validation_step: aBoolean,
    is_cancellation_step: aBoolean,
    is_completion_step: aBoolean,
    is_editable: aBoolean,
  })
  .meta({ id: 'DraftStatus' })

/** GET drafttransactions/{id}/status: what may be done with a draft where it is. */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    tells: 'What may be done with a draft where it is.',
    answers: { 200: flags },
    async answer({ read }, { params }) {
      const { id } = await draftById(read, idOf(params.draftId, 'draft'))
      return draftFlags(await instanceById(read, id))
    },
  },
})
export const action = loader
