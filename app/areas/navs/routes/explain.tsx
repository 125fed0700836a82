import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { counted } from '~/platform/values/show'
import { once } from '~/platform/workflow/once.server'
import { Dialog } from '~/ui/dialog/dialog'
import { explainRules, rulesToExplain } from '../control/explain.server'
import { ExplainForm } from '../control/explain-form'
import { readExplanations } from '../forms'
import { navBaseOf } from '../nav'
import { useNavBase } from '../use-nav-base'
import { guardControl } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services, controlId } = await guardControl(args)
  const shown = await pageRead(() => rulesToExplain(read, actor, controlId))
  return { ...shown, idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardControl(args, 'update')
  const { actor, transaction, services, controlId } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  return formAnswer(
    args,
    async (typed) => {
      const { idempotencyKey, comments } = readExplanations(typed)
      const now = services.clock()
      const sent = { key: idempotencyKey, userId: actor.id, action: `explain ${controlId}`, now }
      const explained = await transaction((tx) =>
        once(tx, sent, () => explainRules(tx, actor, { controlId, comments }, now)),
      )
      const below = `${navBaseOf(args.request.url).path}/${fundNavId}${sameSearch(args.request)}`
      return redirectWithStatus(guarded, below, `${counted(explained, 'rule')} explained`)
    },
    'Nothing explained',
  )
}

/** Popup "Explain": the warnings of a control that are not OK, each with a comment, stored together. */
export default function Explain() {
  const { fundNavId, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="Explain what is not OK" size="700x525" closeHref={`${useNavBase().path}/${fundNavId}`}>
      <ExplainForm {...form} refused={refused} />
    </Dialog>
  )
}
