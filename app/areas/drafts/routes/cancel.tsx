import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { stepTaker } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { showAmount } from '~/platform/values/show'
import { instanceById } from '~/platform/workflow/instance.server'
import { CancelPopup } from '~/platform/workflow/step-form'
import { nextSteps, STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { DraftStepFields } from '../forms'
import { draftById, draftMarks } from '../read-draft.server'
import { takeDraftStep } from '../workflow.server'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'draftsdashboard', 'update')
  const draftId = idInPath(args.params.draftId)
  return pageRead(async () => {
    const draft = await draftById(read, draftId)
    const instance = await instanceById(read, draftId)
    const { routing } = await nextSteps(read, stepTaker(actor), instance, await draftMarks(read, instance))
    const amount = [draft.grossAmount && showAmount(draft.grossAmount), draft.currency]
    const named = [`Draft ${draftId}`, draft.invoiceRef, amount.filter(Boolean).join(' ')].filter(Boolean)
    return {
      draftId,
      question: `${named.join(', ')}, becomes CANCELLED. This cannot be taken back: whoever needs it again uploads the invoice anew. Its documents and its history stay.`,
      stepId: routing.find(({ name }) => name === 'cancel')?.id ?? null,
      seenEventId: instance.lastEventId,
      revision: draft.revision,
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'update')
  const { actor, transaction, services } = guarded
  const draftId = idInPath(args.params.draftId)
  return formAnswer(
    args,
    async (typed) => {
      const { eventLog, ...step } = parseFields(typed, DraftStepFields, STEP_REFUSED)
      const input = { ...step, draftId, comment: eventLog }
      const done = await transaction((tx) =>
        takeDraftStep(tx, actor, input, services.clock(), services.settings.timeZone),
      )
      return redirectWithStatus(guarded, `/drafts/${draftId}${sameSearch(args.request, { done: 1 })}`, done)
    },
    STEP_REFUSED,
  )
}

/** Popup that asks before a draft is cancelled. */
export default function CancelDraft() {
  const { draftId, ...shown } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <CancelPopup {...shown} what={`draft ${draftId}`} keepHref={`/drafts/${draftId}`} refused={refused} />
  )
}
