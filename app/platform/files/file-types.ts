/** What documents are to their object (`file_type` of the specification). */
export const FILE_TYPES = {
  /** The supplier's PDF, or e-invoice in XML, of a draft and of its invoices. */
  invoice: 'INVOICE',
  /** What came inside an e-invoice in XML. */
  attachment: 'INVOICE ATTACHMENT',
  /** The client's authorisation. */
  proof: 'CLIENT VALIDATION',
  backup: 'BACKUP',
  /** Workbook for the accounting system, made when an invoice is booked. */
  loader: 'LOADER',
  /** Whatever people add. */
  other: 'OTHER',
} as const

export type FileType = (typeof FILE_TYPES)[keyof typeof FILE_TYPES]
