import { z } from 'zod'
import { CHECK_ROW_COLUMNS } from '~/areas/navs/controls/nav-row-columns'
import { NAV_READERS } from '~/areas/navs/nav-base'
import { navChecks } from '~/areas/navs/nav-checks.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { instanceById } from '~/platform/workflow/instance.server'
import { aCheck, checkShape } from './check-shape'

/** GET dashboard/nav/checks/{fundNavId}: the ranked checks of the NAV's round. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    tells: "The ranked checks of the NAV's round, each with who signed it and when.",
    list: kindsOf(CHECK_ROW_COLUMNS),
    answers: { 200: z.array(aCheck) },
    async answer({ read }, args) {
      const { id } = await navFacts(read, idOf(args.params.fundNavId, 'NAV'))
      const { round } = await instanceById(read, id)
      return rowsAnswer(args, await navChecks(read, id, round), CHECK_ROW_COLUMNS, checkShape)
    },
  },
})
export const action = loader
