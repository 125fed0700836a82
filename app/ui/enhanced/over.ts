import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import { overId } from '../form/field'
import { type Load, useLater } from './later'

/** A native field, which holds the value that the form sends. */
export type NativeField = HTMLInputElement | HTMLSelectElement

/** The props of a control over a native one. */
export interface OverProps<Field extends NativeField = NativeField> {
  native: RefObject<Field>
  /** The value that the page shows at first, or after a response. */
  shown: string
  label: string
  /** Tells the label which of the two it belongs to. */
  onOver?: (over: boolean) => void
}

/**
 * The control over a native one, when its code has loaded. A user who is in the native control keeps it until they
 * leave.
 * @param off the native control cannot be changed: it stays
 */
export function useOver<Props>(
  load: Load<ComponentType<Props>>,
  native: RefObject<HTMLElement>,
  off: boolean,
): ComponentType<Props> | null {
  const [Over, want] = useLater(load, off ? null : 'used')
  const [isFree, setFree] = useState(Over !== null)
  useEffect(() => {
    const field = native.current
    if (off || isFree || !field) return
    if (Over === null) {
      // If nothing was preloaded, the first use of the control loads it.
      field.addEventListener('focus', want, { once: true })
      return () => field.removeEventListener('focus', want)
    }
    if (document.activeElement !== field || GIVEN in field.dataset) return setFree(true)
    const onBlur = () => setFree(true)
    field.addEventListener('blur', onBlur, { once: true })
    return () => field.removeEventListener('blur', onBlur)
  }, [Over, off, isFree, native, want])
  useEffect(() => {
    const field = native.current
    if (isFree && field && document.activeElement === field)
      document.getElementById(overId(field.id))?.focus()
  }, [isFree, native])
  return isFree && !off ? Over : null
}

const GIVEN = 'givenFocus'

/** Focuses a field on behalf of the page: until the user does something in it, the control over it may take over. */
export function giveFocus(field: HTMLElement): void {
  field.focus()
  field.dataset[GIVEN] = ''
  const used = new AbortController()
  for (const use of ['keydown', 'pointerdown', 'blur'])
    field.addEventListener(
      use,
      () => {
        delete field.dataset[GIVEN]
        used.abort()
      },
      { signal: used.signal },
    )
}

/** Attributes of the native control while another covers it: it still holds and sends the value. */
export const underneath = (id: string) => ({
  className: 'over__native',
  tabIndex: -1,
  autoFocus: undefined,
  'aria-hidden': true as const,
  // Focus from the browser, from links to errors and from restored focus arrives here.
  onFocus: () => document.getElementById(overId(id))?.focus(),
})

/** Writes a value into a native field as if it had been typed. React overlooks values set in another way. */
export function writeNative(field: NativeField | null, value: string): void {
  if (!field || field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** The value of the native field, whether changed by the user, by restored values or by the server. */
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

/** Where lists and calendars of a control are rendered: a modal popup would hide them anywhere else. */
export const overlayContainer = (element: Element | null): HTMLElement =>
  element?.closest<HTMLElement>('dialog, main') ?? document.body
