import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useGridSubmit } from './grid-form'

const TYPING_MS = 400

/**
 * Sends a grid's filter form while the user types, 400 ms after the last key, in place: no reload, no scrolling, focus
 * and caret stay. Enter and a choice from a list send at once. Without scripts the form does the same when submitted.
 * Put `onInput` around everything that belongs to the form.
 */
export function useLiveFilter(form: RefObject<HTMLFormElement>) {
  const submit = useGridSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>()

  useEffect(() => {
    const sent = form.current
    const onSubmit = (event: Event) => {
      event.preventDefault()
      clearTimeout(timer.current)
      if (sent) submit(sent)
    }
    sent?.addEventListener('submit', onSubmit)
    return () => sent?.removeEventListener('submit', onSubmit)
  }, [form, submit])

  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    onInput(event: FormEvent<HTMLElement>) {
      const field = event.target
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return
      if (field.form !== form.current || !form.current) return
      clearTimeout(timer.current)
      const wait = field instanceof HTMLSelectElement ? 0 : TYPING_MS
      timer.current = setTimeout(() => form.current?.requestSubmit(), wait)
    },
    /** Discards typed text that is not yet sent. */
    forget: () => clearTimeout(timer.current),
  }
}
