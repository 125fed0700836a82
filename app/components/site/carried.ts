import { useLocation, useNavigate } from '@remix-run/react'
import type { FormRefusal } from '~/ui/form/refusal'

/** What one page hands to the next through the browser's history: nothing of it is in the address. */
export interface Carried {
  /** What happened, in a short line. */
  status?: string
  /** Why an upload was refused, and the address of its form, which brings back what was typed. */
  refused?: { refusal: FormRefusal; typed: Record<string, string>; form: string }
  /** What was typed before, for a form that is opened again. */
  typed?: Record<string, string>
}

export function useCarried(): Carried {
  return (useLocation().state as Carried | null) ?? {}
}

/** Goes to an address and takes something along. */
export function useCarry() {
  const navigate = useNavigate()
  return (to: string, carried: Carried) =>
    navigate(to, { state: carried, replace: true, preventScrollReset: true })
}
