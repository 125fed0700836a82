import { type RefObject, useCallback, useEffect, useState } from 'react'

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
    const { value, defaultValue } = field as HTMLInputElement | HTMLTextAreaElement
    return value !== defaultValue
  })
}
