import { BY_FILE } from '~/areas/drafts/upload-draft.server'
import { callKey } from '~/http/calls/key'
import type { Guarded } from '~/http/guard'

export type InvoiceKey = string | typeof BY_FILE

/** The key under which a call that brings invoices makes a draft of each once; without one, their files tell them apart. */
export function invoiceKey(guarded: Guarded, request: Request): InvoiceKey {
  return request.headers.has('Idempotency-Key') ? callKey(guarded, request) : BY_FILE
}
