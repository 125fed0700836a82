import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { accrualsOfInvoice } from '~/areas/accruals/accruals.server'
import { InvoiceAccruals } from '~/areas/accruals/list'
import { DocumentsPanel } from '~/areas/documents/documents-panel'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import { entityHolidays } from '~/areas/reference-data/calendars.server'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { unprovenOf } from '~/http/unproven'
import { FILE_TYPES } from '~/platform/files/file-types'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { takeStep } from '~/platform/objects/take-step.server'
import { UnprovenBanner } from '~/platform/page/unproven-banner'
import { dueIn, localTime } from '~/platform/values/day'
import { StateBadge } from '~/platform/workflow/state-badge'
import { Drawer } from '~/ui/drawer/drawer'
import { useDone, useNeighbours } from '~/ui/drawer/use-neighbours'
import { shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { INVOICE_DECLARED } from '../fields.server'
import { InvoiceStepFields } from '../forms'
import { isUnpaid } from '../invoice'
import { InvoiceActions, InvoiceRowGrid } from '../invoice-actions'
import { InvoiceHeadline } from '../invoice-headline'
import { InvoiceSections } from '../invoice-sections'
import { type InvoiceView, invoiceView } from '../invoice-view.server'
import { invoiceRows } from '../list.server'
import { voidingOtherAccounts } from '../payment-approvals.server'
import { invoiceBaseOf, useInvoiceBase } from '../use-invoice-base'
import { invoiceWorkflow } from '../workflow.server'
import { payeeBank } from './payee-bank'

/** A short list needs no filter row. */
const FEW = 10

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard')
  const { actor, services } = guarded
  const invoiceId = idInPath(args.params.invoiceId)
  return pageRead(async () => {
    const { view, history } = await invoiceView(guarded, invoiceId)
    const table = eventTable(guarded, history, view.instance.round)
    const now = localTime(guarded)
    const { alreadyPaid, dueDate, settlingEntityId } = view.invoice
    const holidays = await entityHolidays(guarded.read, settlingEntityId, dueDate)
    const payee = await payeeBank(guarded, view)
    const accounts = payee ? [{ kind: 'bank accounts' as const, id: view.invoice.supplierId }] : []
    return {
      view,
      unproven: await unprovenOf(guarded, { kind: 'invoice', id: invoiceId }, ...accounts),
      rows: await invoiceRows(guarded.read, [invoiceId]),
      declared: INVOICE_DECLARED,
      due: isUnpaid(alreadyPaid, view.instance) ? dueIn(dueDate, null, now, holidays) : null,
      events: await sourcePage(guarded, args.request, table),
      filtered: history.length > FEW,
      payee,
      accruals: await accrualsOfInvoice(guarded, invoiceId),
      mayOpenNavs: isAllowed(actor, 'navctrl'),
      documents: await documentsPanel(guarded, args.request, view.instance, [FILE_TYPES.loader]),
      mayOpenDrafts: isAllowed(actor, 'draftsdashboard'),
      mayOpenRuns: isAllowed(actor, 'payments'),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard', 'update')
  const invoiceId = idInPath(args.params.invoiceId)
  const title = 'Workflow cannot move to next step.'
  return formAnswer(
    args,
    async (typed) => {
      const { eventLog, stepId, ...chosen } = parseFields(typed, InvoiceStepFields, title)
      const input = { ...chosen, comment: eventLog }
      const done = await voidingOtherAccounts(guarded, (context) =>
        takeStep(context, invoiceWorkflow, invoiceId, stepId, input),
      )
      const here = `${invoiceBaseOf(args.request.url).path}/${invoiceId}`
      return redirectWithStatus(guarded, here + sameSearch(args.request, { done: 1 }), done)
    },
    title,
  )
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `${titleOf(data.view.invoice)} · Fundesk` : 'Fundesk' },
]

const titleOf = ({ id, provider }: InvoiceView['invoice']) => `Invoice ${id}, ${provider}`

export const shouldRevalidate = shouldReloadBelowPopup

/** One invoice next to the log: its stored data, its events, and what may be done with it. */
export default function Invoice() {
  const { view, unproven, rows, declared, due, documents, mayOpenRuns, accruals, mayOpenNavs, ...shown } =
    useLoaderData<typeof loader>()
  const { invoice, instance, paper } = view
  const base = useInvoiceBase()
  return (
    <>
      <Drawer
        wide={paper !== null}
        {...useDone(base.list)}
        {...useNeighbours(`areas${base.list}/routes/list`, base.path, invoice.id)}
        badge={<StateBadge state={instance} />}
        title={`Invoice ${invoice.id}`}
      >
        <UnprovenBanner tables={unproven} />
        <InvoiceSections
          view={view}
          {...shown}
          refused={useActionData<typeof action>()}
          head={
            <>
              {rows.map((row) => (
                <InvoiceRowGrid key={row.id} row={row} declared={declared} hasLoader={view.loader !== null} />
              ))}
              <InvoiceHeadline view={view} due={due} mayOpenRuns={mayOpenRuns} />
              <InvoiceActions view={view} />
            </>
          }
        >
          <InvoiceAccruals rows={accruals} mayOpen={mayOpenNavs} />
          <PageSection title="Documents">
            <DocumentsPanel panel={documents} />
          </PageSection>
        </InvoiceSections>
      </Drawer>
      <Outlet />
    </>
  )
}
