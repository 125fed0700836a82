import { DomainError } from '~/platform/values/domain-error'
import type { ExportFormat } from './contract'

/** Lines that a file takes at most: a sheet has 1,048,576 rows, its head among them; nobody leafs through more pages. */
export const MOST_LINES: Record<ExportFormat, number> = { xlsx: 1_048_575, csv: Infinity, pdf: 20_000 }

const NAMES: Record<ExportFormat, string> = { xlsx: 'an Excel file', csv: 'a CSV file', pdf: 'a PDF file' }
const INSTEAD: Record<ExportFormat, string> = { xlsx: 'CSV', csv: 'CSV', pdf: 'Excel or CSV' }

/** @throws DomainError 'too-large' when a file of this format does not take so many lines */
export function refuseTooMany(format: ExportFormat, lines: number): void {
  const most = MOST_LINES[format]
  if (lines <= most) return
  const [have, may] = [lines, most].map((count) => count.toLocaleString('en-GB'))
  throw new DomainError(
    'too-large',
    `The list has ${have} lines, and ${NAMES[format]} takes ${may} at most. Filter the list to fewer rows, or choose ${INSTEAD[format]}.`,
    { title: 'Too many rows' },
  )
}
