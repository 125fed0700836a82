import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import { overId } from '../form/field'
import { type Load, useLater } from './later'

/** A field that the browser brings, and that holds what the form sends. */
export type NativeField = HTMLInputElement | HTMLSelectElement

/** The props of a control that lies over a native one. */
export interface OverProps<Field extends NativeField = NativeField> {
  native: RefObject<Field>
  /** The value that the page shows at first, or after an answer of the server. */
  shown: string
  label: string
  /** Tells the label which of the two it belongs to. */
  onOver?: (over: boolean) => void
}

/**
 * The control over a native one, once its code is there. A user who is in the native control keeps it until they leave.
 * @param off the native control cannot be changed: it stays
 */
export function useOver<Props>(
  load: Load<ComponentType<Props>>,
  native: RefObject<HTMLElement>,
  off: boolean,
): ComponentType<Props> | null {
  const [Over, want] = useLater(load, off ? null : 'idle')
  const [isFree, setFree] = useState(Over !== null)
  useEffect(() => {
    const field = native.current
    if (off || isFree || !field) return
    if (Over === null) {
      // Where nothing was loaded ahead, the first use of the control loads it.
      field.addEventListener('focus', want, { once: true })
      return () => field.removeEventListener('focus', want)
    }
    if (document.activeElement !== field) return setFree(true)
    const onBlur = () => setFree(true)
    field.addEventListener('blur', onBlur, { once: true })
    return () => field.removeEventListener('blur', onBlur)
  }, [Over, off, isFree, native, want])
  return isFree && !off ? Over : null
}

/** What the native control takes while another lies over it: it still holds and sends the value. */
export const underneath = (id: string) => ({
  className: 'over__native',
  tabIndex: -1,
  autoFocus: undefined,
  'aria-hidden': true as const,
  // The browser, links to errors and focus that is kept lead here.
  onFocus: () => document.getElementById(overId(id))?.focus(),
})
