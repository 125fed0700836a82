import { z } from 'zod'
import { NAV_READERS } from '~/areas/navs/nav-base'
import { reasons } from '~/areas/navs/nav-view.server'
import { aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import type { RowColumns } from '~/platform/lists/row-match'

const COLUMNS: RowColumns<{ code: string; display: string }> = {
  code: { kind: 'text', value: ({ code }) => code },
  display: { kind: 'text', value: ({ display }) => display },
}

/** GET reasons: why a control is run. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    tells: 'The reasons for which a control is run.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(z.object({ code: aText, display: aText }).meta({ id: 'Reason' })) },
    answer: async ({ read }, args) => rowsAnswer(args, await reasons(read), COLUMNS),
  },
})
export const action = loader
