import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'
import { instanceOfKind } from './instance-of-kind'
import { instanceShape } from './instance-shape'

/** GET workflows/instances/invoice/{id}: history of an invoice, where it is, and the steps that the caller may take. */
export const loader = calls({
  GET: {
    may: ['transactiondashboard'],
    async answer({ actor, read }, { params }) {
      const instance = await instanceOfKind(read, 'invoice', idOf(params.invoiceId, 'invoice'))
      return instanceShape(read, actor, instance)
    },
  },
})
export const action = loader
