import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { recreateDraft } from '~/areas/drafts/recreate-draft.server'
import { parseFields } from '~/http/form'
import { guard, type RouteArgs } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { RecreateFields } from '../forms'
import { invoiceView } from '../invoice-view.server'
import { RecreateForm } from '../recreate-form'
import { useInvoiceBase } from '../use-invoice-base'

/** Whoever may open the Invoice Log and add drafts. */
async function guardRecreate(args: RouteArgs) {
  await guard(args, 'transactiondashboard')
  return guard(args, 'draftsdashboard', 'add')
}

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guardRecreate(args)
  const { view } = await pageRead(() =>
    invoiceView(read, actor, idInPath(args.params.invoiceId), services.settings.timeZone),
  )
  const { invoice, instance, mayRecreate, recreatedAs } = view
  return { invoice, instance, mayRecreate, recreatedAs, idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardRecreate(args)
  const { actor, transaction, services } = guarded
  const invoiceId = idInPath(args.params.invoiceId)
  return formAnswer(args, async (typed) => {
    const input = parseFields(typed, RecreateFields)
    const { draftId } = await transaction((tx) =>
      recreateDraft(tx, actor, { invoiceId, ...input }, services.clock(), services.settings.timeZone),
    )
    const done = `Draft ${draftId} was made of invoice ${invoiceId}`
    return redirectWithStatus(guarded, `/drafts/${draftId}`, done)
  })
}

/** Popup "Recreate Draft": says what will be done, and does it. */
export default function Recreate() {
  const view = useLoaderData<typeof loader>()
  return (
    <Dialog title="Recreate Draft" closeHref={`${useInvoiceBase().path}/${view.invoice.id}`}>
      <RecreateForm {...view} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
