import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CancelForm } from '~/components/workflow/cancel-form'
import { stepTaker } from '~/domain/access/actor'
import { draftById } from '~/domain/drafts/draft-by-id.server'
import { draftMarks } from '~/domain/drafts/draft-marks.server'
import { takeDraftStep } from '~/domain/drafts/take-draft-step.server'
import { showAmount } from '~/domain/values/show'
import { instanceById } from '~/domain/workflow/instance.server'
import { nextSteps } from '~/domain/workflow/next-steps.server'
import { STEP_REFUSED } from '~/domain/workflow/take-step.server'
import { DraftStepFields } from '~/http/draft-forms'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'
import { Dialog } from '~/ui/dialog/dialog'

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
  const here = `/drafts/${draftId}`
  return (
    <Dialog title={`Cancel draft ${draftId}?`} closeHref={here}>
      <CancelForm
        {...shown}
        what={`draft ${draftId}`}
        keepHref={here}
        refused={useActionData<typeof action>()}
      />
    </Dialog>
  )
}
