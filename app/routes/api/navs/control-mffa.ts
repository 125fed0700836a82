import { calls } from '~/http/calls/call'
import { controlCall } from './control-upload'

/** POST uploadfilesMFFA: a control of Balance Sheet and Nav Pack; 201 and the control. */
export const loader = calls({
  POST: {
    tells:
      'Runs a control of Balance Sheet and Nav Pack of a MultiFonds fund; answers it with its rule results.',
    ...controlCall(2, () => 'MFFA'),
  },
})
export const action = loader
