import { useLocation } from '@remix-run/react'

/** Where invoices are opened: over the Invoice Log, or over the Drafted Expenses that list them below their draft. */
export interface InvoiceBase {
  path: '/invoices' | '/drafts/invoices'
  /** The page below the drawer. */
  list: '/invoices' | '/drafts'
}

const LOG: InvoiceBase = { path: '/invoices', list: '/invoices' }
const DRAFTS: InvoiceBase = { path: '/drafts/invoices', list: '/drafts' }

/**
 * The page that an address of an invoice and its popups belongs to; its files are those of the Invoice Log in both.
 * @param address a path or a whole address
 */
export function invoiceBaseOf(address: string): InvoiceBase {
  const { pathname } = new URL(address, 'http://here.invalid')
  return /^\/drafts([/.]|$)/i.test(pathname) ? DRAFTS : LOG
}

/** The page that the invoice shown here was opened on. */
export function useInvoiceBase(): InvoiceBase {
  return invoiceBaseOf(useLocation().pathname)
}
