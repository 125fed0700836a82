import { CONTROL_SETS, CONTROL_TITLE, type ControlSet } from '~/domain/navs/controls/control-upload'
import { runControl } from '~/domain/navs/controls/run-control.server'
import { DomainError } from '~/domain/values/domain-error'
import { created } from '~/http/calls/answer'
import type { Call } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { readCallUpload } from '~/http/calls/upload'
import { idValue } from '~/http/calls/values'
import type { RouteArgs } from '~/http/guard'
import { controlUpload } from '~/http/upload-limits'
import { tellSteps } from '~/http/work-steps'
import { controlShape } from './control-shape'

/** Multipart files, comment, reason and, when started from one NAV, fundNavId: runs the control and answers it. */
export function controlCall(setOf: (params: RouteArgs['params']) => ControlSet): Call {
  return {
    may: ['navctrl', 'add', 'update'],
    title: CONTROL_TITLE,
    async answer(guarded, { request, params }) {
      const { actor, transaction, services } = guarded
      const set = setOf(params)
      const key = callKey(guarded, request)
      const onStep = tellSteps(services, actor.id, request.headers.get('Idempotency-Key') ?? key)
      const { files, fields } = await readCallUpload(request, controlUpload(CONTROL_SETS[set].files))
      const upload = {
        set,
        files,
        comment: fields.comment ?? '',
        reasonCode: fields.reason ?? '',
        fundNavId: navOf(fields.fundNavId),
      }
      const { controlId } = await runControl({ ...services, onStep }, actor, upload, key)
      return created(await transaction((tx) => controlShape(tx, controlId)))
    },
  }
}

function navOf(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null
  const read = idValue.safeParse(text)
  if (read.success) return read.data
  throw new DomainError(
    'invalid',
    'Leave "fundNavId" out, or give the id of the NAV that the files are of.',
    {
      fields: { fundNavId: 'Give the id of a NAV' },
    },
  )
}
