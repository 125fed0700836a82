import { nearestTable } from '~/platform/formats/read-file'
import { tableKinds } from '~/platform/formats/read-tables'
import type { Workbook } from '~/platform/workbooks/workbook'
import type { FormatVersion } from './read-by-format'

/** What a file is for the file formats of a site, of which none reads the whole upload. */
export interface NearFormat {
  code: string
  /** It has a table of the format. */
  isFound: boolean
  /** "taken for NAV of EFA-DAILY", or "row 4 of sheet A is nearest to NAV of EFA-DAILY, but lacks …; it has …" */
  text: string
}

/** The format of which a file has a table, or comes nearest to one; null where there is no format or no cell. */
export function nearestFormat(workbook: Workbook, formats: readonly FormatVersion[]): NearFormat | null {
  for (const { code, format } of formats) {
    const kinds = tableKinds(format, workbook)
    if (kinds.length > 0) return { code, isFound: true, text: `taken for ${kinds.join(', ')} of ${code}` }
  }
  const [nearest] = formats
    .flatMap(({ code, format }) => {
      const table = nearestTable(format, workbook)
      return table ? [{ code, ...table }] : []
    })
    .sort((a, b) => a.lacking - b.lacking)
  if (!nearest) return null
  const { code, where, kind, what } = nearest
  return { code, isFound: false, text: `${where} is nearest to ${kind} of ${code}, but ${what}` }
}
