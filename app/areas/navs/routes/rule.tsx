import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import { formRoute, pageRead } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { overrideRuleWithKey, ruleResultForEdit } from '../control/override-rule.server'
import { RuleBreaches, RuleFacts, RuleForm, RuleState } from '../control/rule-form'
import { refuseForeignRule } from '../control/rule-results.server'
import { RuleFields } from '../forms'
import { navBaseOf } from '../nav'
import { useNavBase } from '../use-nav-base'
import { guardControl } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardControl(args)
  const { read, services, controlId } = guarded
  const ruleResultId = idInPath(args.params.ruleResultId)
  return pageRead(async () => {
    await refuseForeignRule(read, controlId, ruleResultId)
    const shown = await ruleResultForEdit(guarded, ruleResultId)
    const mayExplain = isAllowed(guarded.actor, 'navctrl', 'add') && shown.readOnly === null
    return { ...shown, mayExplain, idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: 'Error',
  page: async (args) => ({
    ...(await guardControl(args, 'update')),
    ruleResultId: idInPath(args.params.ruleResultId),
  }),
  fields: RuleFields,
  async command(context, { controlId, ruleResultId }, fields) {
    await refuseForeignRule(context.read, controlId, ruleResultId)
    return overrideRuleWithKey(context, { ruleResultId, ...fields })
  },
  done: ({ fundNavId, name, result }, _, { request }) => [
    `${navBaseOf(request.url).path}/${fundNavId}${sameSearch(request)}`,
    `${name}: ${result}`,
  ],
})

/** Popup "Rule result details": the evidence, and the result to edit while the NAV is not read-only. */
export default function Rule() {
  const { rule, accruals, mayExplain, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog
      title={`Rule result details: ${rule.name}`}
      size="700x525"
      closeHref={`${useNavBase().path}/${rule.fundNavId}`}
    >
      <RuleState rule={rule} accruals={accruals} />
      <RuleBreaches rule={rule} mayExplain={mayExplain} />
      <RuleForm rule={rule} {...form} refused={refused} />
      <RuleFacts rule={rule} />
    </Dialog>
  )
}
