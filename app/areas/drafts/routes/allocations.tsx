import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { mappingList } from '~/areas/reference-data/choices.server'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { Allocations } from '../allocations'
import { deleteCostLine, saveCostLine } from '../cost-lines.server'
import { draftView } from '../draft-view.server'
import { CostLineDropFields, CostLineSaveFields } from '../forms'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'draftsdashboard')
  const draftId = idInPath(args.params.draftId)
  return pageRead(async () => {
    const { draft, lines, total, eInvoice, editing } = await draftView(read, actor, draftId)
    return {
      ...{ draft, lines, editing, entered: total },
      fees: (await mappingList(read, 'FEES_TYPE')).map(({ code, display }) => ({
        value: code,
        label: display,
      })),
      eInvoice: eInvoice?.fields.grossAmount
        ? { grossAmount: eInvoice.fields.grossAmount.value, taxes: eInvoice.fields.taxes?.value ?? null }
        : null,
      keys: { save: services.ids.uuid(), drop: services.ids.uuid() },
    }
  })
}

/** Saves or deletes one line; the draft's totals follow. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'update')
  const { actor, transaction, services } = guarded
  const draftId = idInPath(args.params.draftId)
  const back = (status: string) =>
    redirectWithStatus(
      guarded,
      `/drafts/${draftId}/allocations${sameSearch(args.request, { line: null, drop: null })}`,
      status,
    )
  return formAnswer(
    args,
    async (typed) => {
      if (typed.intent === 'delete line') {
        const { lineId, ...drop } = parseFields(typed, CostLineDropFields)
        await transaction((tx) => deleteCostLine(tx, actor, { id: lineId, ...drop }, services.clock()))
        return back(`Cost line of draft ${draftId} deleted`)
      }
      const { lineId, revision, idempotencyKey, ...fields } = parseFields(typed, CostLineSaveFields)
      const line = { draftId, id: lineId, revision, fields, idempotencyKey }
      await transaction((tx) => saveCostLine(tx, actor, line, services.clock()))
      return back(`Cost line of draft ${draftId} saved`)
    },
    ({ intent }) => (intent === 'delete line' ? 'Delete Error' : 'The cost line was not saved'),
  )
}

/** Popup "Allocations": how a draft is divided into invoices. */
export default function AllocationsPopup() {
  const { draft, ...shown } = useLoaderData<typeof loader>()
  return (
    <Dialog title={`Allocations of draft ${draft.id}`} size="800x500" closeHref={`/drafts/${draft.id}`}>
      <Allocations draft={draft} {...shown} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
