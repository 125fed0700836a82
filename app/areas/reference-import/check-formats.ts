import { FUNDESK } from '~/areas/navs/formats/fundesk'
import { checkFormat } from '~/platform/formats/format'
import type { Fault } from '~/platform/tables/cell-text'
import type { ReadSheet } from './read-reference'

/** Each row has a whole file format, with the row's code. */
export function checkFormats(sheet: ReadSheet | undefined): Fault[] {
  return (sheet?.rows ?? []).flatMap(({ row, values: { code, definition } }) => {
    if (!sheet || typeof code !== 'string' || typeof definition !== 'string') return []
    const at = (field: string, what: string): Fault => {
      return { sheet: sheet.name, row, column: sheet.columns.get(field) ?? 1, what }
    }
    if (code.toUpperCase() === FUNDESK) return [at('code', `${FUNDESK} is built in: give another code`)]
    const checked = checkFormat(JSON.parse(definition))
    if ('faults' in checked)
      return checked.faults.map(({ pointer, what }) =>
        at('definition', `${pointer || 'the format'}: ${what}`),
      )
    const { format } = checked
    return format.code === code ? [] : [at('code', `"${code}" is not the code of its format, ${format.code}`)]
  })
}
