import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { mappingList } from '~/areas/reference-data/choices.server'
import { idInPath, sameSearch } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { Allocations } from '../cost-lines/allocations'
import { deleteCostLine, saveCostLine } from '../cost-lines/cost-lines.server'
import { requestedDivision, takeDivision } from '../cost-lines/divide.server'
import { draftView } from '../draft-view.server'
import { suggestedFor } from '../entry/suggested.server'
import { CostLineDropFields, CostLineSaveFields, DivideFields } from '../forms'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard')
  const { read, services } = guarded
  const draftId = idInPath(args.params.draftId)
  return pageRead(async () => {
    const { draft, lines, total, eInvoice, editing } = await draftView(guarded, draftId)
    const fees = (await mappingList(read, 'FEES_TYPE')).map(({ code, display }) => ({
      value: code,
      label: display,
    }))
    const { feesType: suggestedFees } = await suggestedFor(read, draft, { feesTypes: fees })
    return {
      draft,
      lines,
      editing,
      fees,
      suggestedFees,
      entered: total,
      eInvoice: eInvoice?.fields.grossAmount
        ? { grossAmount: eInvoice.fields.grossAmount.value, taxes: eInvoice.fields.taxes?.value ?? null }
        : null,
      keys: { save: services.ids.uuid(), drop: services.ids.uuid(), divide: services.ids.uuid() },
      ...(await requestedDivision(read, draft, new URL(args.request.url).searchParams.get('divide'))),
    }
  })
}

interface AllocationsPage {
  guarded: Guarded
  request: Request
  draftId: number
}

const save = pageForm({
  title: 'The cost line was not saved',
  fields: CostLineSaveFields,
  async answer(page: AllocationsPage, { lineId, revision, ...fields }) {
    const { transaction } = page.guarded
    const line = { draftId: page.draftId, id: lineId, revision, fields }
    await transaction((context) => saveCostLine(context, line))
    return backTo(page, 'saved')
  },
})

const divide = pageForm({
  title: 'The draft was not divided',
  fields: DivideFields,
  async answer(page: AllocationsPage, taken) {
    const { transaction } = page.guarded
    const { draftId } = page
    await transaction((context) => takeDivision(context, { draftId, ...taken }))
    const done = `Draft ${draftId} divided among sub-funds`
    const search = sameSearch(page.request, { line: null, drop: null, divide: null })
    return redirectWithStatus(page.guarded, `/drafts/${draftId}/allocations${search}`, done)
  },
})

const drop = pageForm({
  title: 'Delete Error',
  fields: CostLineDropFields,
  async answer(page: AllocationsPage, { lineId: id, ...line }) {
    const { transaction } = page.guarded
    await transaction((context) => deleteCostLine(context, { id, ...line }))
    return backTo(page, 'deleted')
  },
})

function backTo({ guarded, request, draftId }: AllocationsPage, done: string) {
  const search = sameSearch(request, { line: null, drop: null })
  return redirectWithStatus(
    guarded,
    `/drafts/${draftId}/allocations${search}`,
    `Cost line of draft ${draftId} ${done}`,
  )
}

const FORMS: PageForms<AllocationsPage> = { 'save line': save, 'delete line': drop, divide }

/** Saves or deletes one line; the draft's totals follow. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'update')
  const draftId = idInPath(args.params.draftId)
  return handleIntents(args, FORMS, { guarded, request: args.request, draftId })
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
