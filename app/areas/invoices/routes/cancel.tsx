import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { showAmount } from '~/platform/values/show'
import { CancelPopup } from '~/platform/workflow/step-form'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { InvoiceStepFields } from '../forms'
import { invoiceView } from '../invoice-view.server'
import { invoiceBaseOf, useInvoiceBase } from '../use-invoice-base'
import { takeInvoiceStep } from '../workflow.server'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'transactiondashboard', 'update')
  const invoiceId = idInPath(args.params.invoiceId)
  return pageRead(async () => {
    const { invoice, instance, steps } = (
      await invoiceView(read, actor, invoiceId, services.settings.timeZone)
    ).view
    const { provider, invoiceRef, grossAmount, currency } = invoice
    return {
      invoiceId,
      question: `Invoice ${invoiceId} of ${provider}, ${invoiceRef}, ${showAmount(grossAmount)} ${currency}, becomes CANCELLED and is not paid. A draft can be made of it again; its documents and its history stay.`,
      stepId: steps?.routing.find(({ name }) => name === 'cancel')?.id ?? null,
      seenEventId: instance.lastEventId,
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard', 'update')
  const { actor, transaction, services } = guarded
  const invoiceId = idInPath(args.params.invoiceId)
  return formAnswer(
    args,
    async (typed) => {
      const { eventLog, ...step } = parseFields(typed, InvoiceStepFields, STEP_REFUSED)
      const input = { ...step, invoiceId, comment: eventLog }
      const done = await transaction((tx) =>
        takeInvoiceStep(tx, actor, input, services.clock(), services.settings.timeZone),
      )
      const here = `${invoiceBaseOf(args.request.url).path}/${invoiceId}`
      return redirectWithStatus(guarded, here + sameSearch(args.request, { done: 1 }), done)
    },
    STEP_REFUSED,
  )
}

/** Popup that asks before an invoice is cancelled. */
export default function CancelInvoice() {
  const { invoiceId, ...shown } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <CancelPopup
      {...shown}
      what={`invoice ${invoiceId}`}
      keepHref={`${useInvoiceBase().path}/${invoiceId}`}
      refused={refused}
    />
  )
}
