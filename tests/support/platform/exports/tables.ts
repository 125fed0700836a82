import type { ExportColumn, ExportHead, ExportLine } from '~/platform/exports/table'

/** A head with these columns; "text" is a column with that label and kind. */
export function headOf(
  columns: (ExportColumn | ExportColumn['kind'])[],
  own: Partial<ExportHead> = {},
): ExportHead {
  return {
    title: 'Invoices',
    columns: columns.map((column) => (typeof column === 'string' ? { label: column, kind: column } : column)),
    filters: [],
    createdAt: new Date('2026-11-02T08:00:00Z'),
    by: 'Anna Muster',
    timeZone: 'Europe/Luxembourg',
    lines: 0,
    ...own,
  }
}

/** Lines in batches, as a list gives them. */
export async function* batches(lines: readonly ExportLine[], size = 1_000): AsyncGenerator<ExportLine[]> {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size)
}

export const rowsOf = (rows: (string | null)[][]): ExportLine[] => rows.map((row) => ({ row }))

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return new Uint8Array(Buffer.concat(parts))
}

/** A text as stored in a file: without control characters and half characters. */
export function kept(text: string): string {
  return [...text]
    .filter((character) => {
      const code = character.codePointAt(0) ?? 0
      if (code < 0x20) return '\t\n\r'.includes(character)
      return (
        (code < 0x7f || code > 0x9f) && (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff
      )
    })
    .join('')
}
