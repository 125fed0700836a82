import { isDay } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import type { ReportedChange } from './report'

const shown = (text: string) => (isDay(text) ? showDay(text) : text)

/** The key of a row, its days as everywhere on the screens: "COR06 30/10/2026". */
export function keyWords(key: string): string {
  return key.split(' ').map(shown).join(' ')
}

/** What an import changes in a row, field by field. */
export function changeWords({ action, fields }: Pick<ReportedChange, 'action' | 'fields'>): string {
  return fields
    .map(({ field, before, after }) =>
      action === 'insert'
        ? `${field}: ${shown(after)}`
        : `${field}: ${shown(before) || '(blank)'} → ${shown(after) || '(blank)'}`,
    )
    .join('; ')
}
