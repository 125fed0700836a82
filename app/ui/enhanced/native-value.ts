import { useEffect, useState } from 'react'
import type { NativeField, OverProps } from './over'

/** Writes a value into a native field as if it had been typed. React overlooks a value that is set in another way. */
export function writeNative(field: NativeField | null, value: string): void {
  if (!field || field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** The value of the native field, whoever changes it: the user, what is brought back in the tab, the server. */
export function useNativeValue({ native, shown, onOver }: OverProps): string {
  const [value, setValue] = useState(() => native.current?.value ?? shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another value shown it is another element
  useEffect(() => {
    const field = native.current
    if (!field) return
    const read = () => setValue(field.value)
    read()
    // After the browser has reset it.
    const onReset = () => setTimeout(read)
    field.addEventListener('input', read)
    field.addEventListener('change', read)
    field.form?.addEventListener('reset', onReset)
    const form = field.form
    return () => {
      field.removeEventListener('input', read)
      field.removeEventListener('change', read)
      form?.removeEventListener('reset', onReset)
    }
  }, [native, shown])
  useEffect(() => {
    onOver?.(true)
    return () => onOver?.(false)
  }, [onOver])
  return value
}

/** Where lists and calendars of a control are put: a modal popup would hide them anywhere else. */
export const placeFor = (element: Element | null): HTMLElement =>
  element?.closest<HTMLElement>('dialog, main') ?? document.body
