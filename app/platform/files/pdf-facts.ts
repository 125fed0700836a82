import type { EInvoice } from '~/platform/einvoices/contract'

/** What a PDF is, as far as it decides how it is shown and what is read of it. */
export interface PdfFacts {
  /** Null when the file is too broken, or too well protected, to be opened. */
  pages: number | null
  /** True when it asks for a password, or was protected by one. */
  encrypted: boolean
  /** True when it carries scripts or actions that run by themselves. */
  scripts: boolean
  /** The e-invoice inside; null without one. */
  eInvoice: EInvoice | null
  /** Why the e-invoice inside could not be read, in a sentence; null when there is none or it was read. */
  eInvoiceFault: string | null
}
