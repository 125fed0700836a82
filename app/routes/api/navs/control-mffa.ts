import { calls } from '~/http/calls/call'
import { controlCall } from './control-upload'

/** POST uploadfilesMFFA: a control of Balance Sheet and Nav Pack; 201 and the control. */
export const loader = calls({ POST: controlCall(() => 'MFFA') })
export const action = loader
