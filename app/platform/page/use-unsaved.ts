import { type RefObject, useCallback, useEffect, useState } from 'react'
import { Big } from '~/platform/values/decimal'
import { typedAmount } from './typed-amount'

/**
 * Is there anything in the form inside an element that is not stored? Looked at when something is typed, and again when
 * `shown` changes: what the page shows of the draft.
 */
export function useUnsaved(within: RefObject<HTMLElement>, shown: string): [boolean, look: () => void] {
  const [unsaved, setUnsaved] = useState(false)
  const look = useCallback(() => setUnsaved(isChanged(within.current)), [within])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown anew was stored
  useEffect(look, [shown])
  return [unsaved, look]
}

function isChanged(element: HTMLElement | null): boolean {
  const fields = element?.querySelectorAll<HTMLElement>('input:not([type=hidden]), textarea, select') ?? []
  return [...fields].some((field) => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].some(
        (option) => option.selected !== option.defaultSelected && option.value !== '',
      )
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      return field.checked !== field.defaultChecked
    const { value, defaultValue, inputMode } = field as HTMLInputElement | HTMLTextAreaElement
    return inputMode === 'decimal' ? !sameAmount(value, defaultValue) : value.trim() !== defaultValue.trim()
  })
}

/** "6000" is stored as 6000.00, as blanks around a text are left away: neither is a change. */
function sameAmount(value: string, stored: string): boolean {
  const [typed, before] = [typedAmount(value), typedAmount(stored)]
  return typed && before ? new Big(typed).eq(before) : value.trim() === stored.trim()
}
