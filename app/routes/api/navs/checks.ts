import { navChecks } from '~/domain/navs/checks/nav-checks.server'
import { CHECK_ROW_COLUMNS } from '~/domain/navs/controls/nav-row-columns'
import { NAV_READERS } from '~/domain/navs/nav-base'
import { navFacts } from '~/domain/navs/nav-facts.server'
import { instanceById } from '~/domain/workflow/instance.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { checkShape } from './check-shape'

/** GET dashboard/nav/checks/{fundNavId}: the ranked checks of the NAV's round. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    async answer({ read }, args) {
      const { id } = await navFacts(read, idOf(args.params.fundNavId, 'NAV'))
      const { round } = await instanceById(read, id)
      return rowsAnswer(args, await navChecks(read, id, round), CHECK_ROW_COLUMNS, checkShape)
    },
  },
})
export const action = loader
