import { z } from 'zod'
import { draftOfInvoice } from '~/areas/invoices/draft-of-invoice.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { anEvent, historyShape } from './instance-shape'

/** GET workflows/instances/invoice_draft/{id}: history of the draft that an invoice was made of; none without a draft. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    tells: 'History of the draft that an invoice was made of; none where there was no draft.',
    answers: { 200: z.object({ workflowHistory: z.array(anEvent) }) },
    async answer({ read }, { params }) {
      const draftId = await draftOfInvoice(read, idOf(params.invoiceId, 'invoice'))
      return { workflowHistory: draftId === null ? [] : await historyShape(read, draftId) }
    },
  },
})
export const action = loader
