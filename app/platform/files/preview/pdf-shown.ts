import type { PdfFacts } from '../pdf-facts'
import { note, type Shown } from './shown'

/**
 * Whether browsers may open a PDF on our pages. What runs scripts, what nobody could read and what asks for a password
 * is only told about: browsers show no PDF in a frame that is closed off, so there is nothing else to show.
 */
export function pdfShown({ pages, encrypted, scripts }: PdfFacts): Shown {
  if (encrypted) return note('This PDF is protected (encrypted), so it is not opened here.')
  if (pages === null)
    return note('This PDF is damaged or incomplete and could not be read, so it is not opened here.')
  if (scripts)
    return note('This PDF carries scripts or actions that run by themselves, so it is not opened here.')
  return { as: 'itself' }
}
