import { z } from 'zod'
import { navChecks } from '~/areas/navs/nav-checks.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { tickCheck } from '~/areas/navs/tick-check.server'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { takes } from '~/http/calls/takes'
import { idOf, numberValue, textValue } from '~/http/calls/values'
import { instanceById } from '~/platform/workflow/instance.server'
import { once } from '~/platform/workflow/once.server'
import { aCheck, checkShape } from './check-shape'

const Tick = z.object({ comment: textValue.nullish() })

/** POST dashboard/nav/checks/{fundNavId}/{rank}: signs a check; answers its row. */
export const loader = calls({
  POST: {
    may: ['navctrl', 'update'],
    tells: "Signs a check of a NAV, with a comment where one is given; answers the check's row.",
    path: { rank: numberValue },
    answers: { 200: aCheck },
    ...takes(
      Tick,
      async (guarded, { request, params }, { comment }) => {
        const { actor, transaction, services } = guarded
        const now = services.clock()
        const key = callKey(guarded, request)
        const rank = numberValue.safeParse(params.rank).data ?? 0
        return transaction(async (tx) => {
          const { id: fundNavId } = await navFacts(tx, idOf(params.fundNavId, 'NAV'))
          const ticked = { fundNavId, rank, comment: comment ?? '' }
          await once(tx, { key, userId: actor.id, action: `check ${fundNavId} ${rank}`, now }, () =>
            tickCheck(tx, actor, ticked, now),
          )
          const { round } = await instanceById(tx, fundNavId)
          const checks = await navChecks(tx, fundNavId, round)
          return checks.filter(({ isae_rank }) => isae_rank === rank).map(checkShape)[0]
        })
      },
      { nothing: true },
    ),
  },
})
export const action = loader
