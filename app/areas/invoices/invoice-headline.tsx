import { Link } from '@remix-run/react'
import { DueIn } from '~/platform/page/lateness'
import { ProgressSteps } from '~/platform/page/progress-steps'
import type { DueIn as Due } from '~/platform/values/day'
import { sameFigure, showAmount, showDay, showMoney } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { Headline } from '~/ui/decision/headline'
import { PAYMENT_HELD_ID } from './invoice'
import type { InvoiceView } from './invoice-view.server'

interface InvoiceHeadlineProps {
  view: InvoiceView
  /** Days until it is due; null where nothing is to be paid any more. */
  due: Due | null
  /** May this person open Payment runs? */
  mayOpenRuns: boolean
}

/** An invoice's headline: who is paid how much by when, and what holds it up. */
export function InvoiceHeadline({
  view: { invoice, held, corrected, discount, progress, run, early },
  due,
  mayOpenRuns,
}: InvoiceHeadlineProps) {
  return (
    <Headline
      name={[invoice.provider, invoice.invoiceRef].filter(Boolean).join(', ')}
      facts={[
        {
          term: 'Gross',
          value: showMoney(invoice.grossAmount, invoice.currency),
          note: `net ${showAmount(invoice.netAmount, invoice.currency)}`,
        },
        ...(sameFigure(invoice.payableAmount, invoice.grossAmount)
          ? []
          : [{ term: 'Payable', value: showMoney(invoice.payableAmount, invoice.currency) }]),
        { term: 'Inv.Date', value: showDay(invoice.invoiceDate) },
        {
          term: 'Due.Date',
          value: showDay(invoice.dueDate) || '–',
          note: due && <DueIn due={due} />,
        },
        ...(discount === null
          ? []
          : [
              {
                term: 'Discount taken',
                value: `−${showMoney(discount.amount, invoice.currency)}`,
              },
            ]),
        ...(early === null || discount !== null
          ? []
          : [
              {
                term: 'Early payment',
                value: `−${showMoney(early.amount, invoice.currency)}`,
                note: `${early.percent} %${early.base === null ? '' : ` of ${showMoney(early.base, invoice.currency)}`} until ${showDay(early.until)}`,
              },
            ]),
        ...(invoice.collectedBySupplier
          ? [{ term: 'Payment', value: <Badge kind="pending" status="collected by the supplier" /> }]
          : []),
        ...(held === null && corrected === null
          ? []
          : [
              {
                term: 'Payment',
                value: <Badge kind="warning" status="held" />,
                note: <a href={`#${PAYMENT_HELD_ID}`}>Why</a>,
              },
            ]),
        ...(run === null
          ? []
          : [
              {
                term: 'Payment run',
                value: mayOpenRuns ? <Link to={`/payments/${run.runId}`}>{run.runId}</Link> : run.runId,
                note: run.state,
              },
            ]),
        { term: 'Settling Entity', value: invoice.settlingEntity, note: invoice.expenseType },
      ]}
    >
      <ProgressSteps progress={progress} />
    </Headline>
  )
}
