import type { ListKind } from '~/platform/lists/list-query'
import type { ExportColumn } from './contract'

const USUAL: Record<ListKind, number> = { text: 160, number: 110, day: 80, instant: 130, boolean: 60 }

/** Width of a column in px: its own, or what its kind usually needs. */
export function columnWidth({ kind, width }: ExportColumn): number {
  return width ?? USUAL[kind]
}
