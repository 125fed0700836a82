import { z } from 'zod'
import { calls } from '~/http/calls/call'
import { CallFault } from '~/http/calls/call-fault'
import { controlCall } from './control-upload'

/** POST uploadfilesFIA/{nbFiles}: a control of 2 or 3 FIA files; 201 and the control. */
export const loader = calls({
  POST: {
    tells: 'Runs a control of the 2 or 3 Excel files of a FIA fund; answers it with its rule results.',
    path: { nbFiles: z.enum(['2', '3']) },
    ...controlCall(3, ({ nbFiles }) => {
      if (nbFiles === '2') return 'FIA2'
      if (nbFiles === '3') return 'FIA3'
      throw new CallFault(404, 'FIA files come in sets of 2 or 3: call uploadfilesFIA/2 or uploadfilesFIA/3.')
    }),
  },
})
export const action = loader
