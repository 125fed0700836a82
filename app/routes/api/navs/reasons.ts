import type { RowColumns } from '~/domain/lists/row-match'
import { NAV_READERS } from '~/domain/navs/nav-base'
import { reasons } from '~/domain/navs/nav-view.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'

const COLUMNS: RowColumns<{ code: string; display: string }> = {
  code: { kind: 'text', value: ({ code }) => code },
  display: { kind: 'text', value: ({ display }) => display },
}

/** GET reasons: why a control is run. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    answer: async ({ read }, args) => rowsAnswer(args, await reasons(read), COLUMNS),
  },
})
export const action = loader
