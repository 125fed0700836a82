import { z } from 'zod'
import { CONTROL_TITLE, type ControlSet } from '~/areas/navs/controls/control-upload'
import { runControl } from '~/areas/navs/controls/run-control.server'
import { created } from '~/http/calls/answer'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { takesFiles } from '~/http/calls/takes'
import { optionalIdValue, textValue } from '~/http/calls/values'
import type { Guarded, RouteArgs } from '~/http/guard'
import { controlUpload } from '~/http/upload-limits'
import { tellSteps } from '~/http/work-steps'
import { aControl, controlShape } from './control-shape'

const Fields = z.object({
  comment: textValue.default('').describe('Mandatory.'),
  reason: textValue.default('').describe('Code of a reason; mandatory.'),
  fundNavId: optionalIdValue.describe('The NAV that the files are of, when started from one.'),
})

/** Multipart files, comment, reason and, when started from one NAV, fundNavId: runs the control and answers it. */
export function controlCall(
  mostFiles: number,
  setOf: (params: RouteArgs['params']) => ControlSet,
): Pick<Call, 'may' | 'title' | 'answers' | 'body' | 'answer'> {
  return {
    may: ['navctrl', 'add', 'update'],
    title: CONTROL_TITLE,
    answers: { 201: aControl },
    ...takesFiles(
      { limits: controlUpload(mostFiles), fields: Fields },
      async ({ actor, transaction, services }, _, { files, fields }, { set, key, onStep }) => {
        const { comment, reason: reasonCode, fundNavId } = fields
        const upload = { set, files, comment, reasonCode, fundNavId }
        const { controlId } = await runControl({ ...services, onStep }, actor, upload, key)
        return created(await transaction((tx) => controlShape(tx, controlId)))
      },
      async (guarded: Guarded, { request, params }: RouteArgs) => {
        const { actor, services } = guarded
        const set = setOf(params)
        const key = callKey(guarded, request)
        const onStep = tellSteps(services, actor.id, request.headers.get('Idempotency-Key') ?? key)
        return { set, key, onStep }
      },
    ),
  }
}
