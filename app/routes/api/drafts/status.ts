import { z } from 'zod'
import { draftById } from '~/domain/drafts/draft-by-id.server'
import { draftFlags } from '~/domain/drafts/draft-flags'
import { instanceById } from '~/domain/workflow/instance.server'
import { aBoolean } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'

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
