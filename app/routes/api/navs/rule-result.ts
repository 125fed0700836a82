import { z } from 'zod'
import { overrideRule } from '~/areas/navs/controls/override-rule.server'
import { type RuleResultRow, ruleResultById } from '~/areas/navs/controls/rule-results.server'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { takes } from '~/http/calls/takes'
import { idValue, textValue } from '~/http/calls/values'
import { once } from '~/platform/workflow/once.server'
import { anEvidencedResult } from './rule-result-shape'

const RuleResult = z.object({
  key: idValue.describe('The id of the rule result.'),
  result: z
    .enum(['OK', 'NOK', 'OK - not applicable', 'OK - justified'], 'Choose OK or NOK.')
    .transform((result) => (result === 'NOK' ? 'NOK' : 'OK'))
    .optional(),
  comment: textValue.nullish(),
})

/** POST ruleresult: a person changes a result or its comment; answers the stored rule result. */
export const loader = calls({
  POST: {
    may: ['navctrl', 'update'],
    title: 'Error',
    tells:
      'Changes the result of a rule or its comment by hand, of the current control of the round under way; what is left out stays.',
    answers: { 200: anEvidencedResult },
    ...takes(RuleResult, (guarded, { request }, { key: ruleResultId, ...change }) => {
      const { actor, transaction, services } = guarded
      const now = services.clock()
      const sent = { key: callKey(guarded, request), userId: actor.id, action: `rule ${ruleResultId}`, now }
      return transaction(async (tx) => {
        await once(tx, sent, async () => {
          const input = wanted(await ruleResultById(tx, ruleResultId), change)
          await overrideRule(tx, actor, { ruleResultId, ...input }, now)
        })
        return ruleResultById(tx, ruleResultId)
      })
    }),
  },
})
export const action = loader

/** Only what changed may be sent. A new result needs its own comment: the old one is about the old result. */
function wanted(
  now: RuleResultRow,
  { result, comment }: { result?: 'OK' | 'NOK'; comment?: string | null },
): { result: 'OK' | 'NOK'; comment: string } {
  const is = now.result === 'NOK' ? 'NOK' : 'OK'
  const keeps = result === undefined || result === is
  return { result: result ?? is, comment: comment ?? (keeps ? now.comment : '') }
}
