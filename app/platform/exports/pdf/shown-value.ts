import { Big } from '~/platform/values/decimal'
import { showDay, showExact, showFixed, showYesNo } from '~/platform/values/show'
import type { ExportColumn } from '../contract'
import type { TypedValue } from '../typed-value'
import { oneLine } from './fitted-text'

/** More than a line of a page can hold. */
const MOST_CHARACTERS = 1_000

/** A value in words and figures, as the screen shows it (specification, section 9). */
export function shownValue(value: TypedValue, { decimals, percent }: ExportColumn): string {
  switch (value.kind) {
    case 'empty':
      return ''
    case 'number':
      if (percent) return `${showFixed(new Big(value.number).times(100).toFixed(), decimals ?? 4)}%`
      return decimals === undefined ? showExact(value.number) : showFixed(value.number, decimals)
    case 'day':
      return showDay(value.day)
    case 'instant':
      return `${showDay(value.day)} ${value.time}`
    case 'boolean':
      return showYesNo(value.truth)
    case 'text':
      return oneLine(value.text.slice(0, MOST_CHARACTERS))
  }
}
