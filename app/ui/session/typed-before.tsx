import { type RefObject, useEffect, useRef, useState } from 'react'
import { Note } from '../message/message'
import { dropTyped, type Fields, fillIn, storeTypedForm, typedBefore, whenDropped } from './stored-in-tab'

const WAIT_MS = 300

interface TypedBeforeProps {
  /** The form concerned. */
  form: RefObject<HTMLFormElement>
  /** The name of the form in this tab. */
  name: string
  busy: boolean
  refused: boolean
}

/** Keeps the values typed in a form until it is sent, and offers them after a reload. */
export function TypedBefore({ form, name, busy, refused }: TypedBeforeProps) {
  const [before, setBefore] = useState<{ at: number; fields: Fields } | null>(null)
  const offered = useRef<Fields>({})
  offered.current = before?.fields ?? {}
  const sending = useRef(false)

  useEffect(() => {
    if (form.current) setBefore(typedBefore(name, form.current))
  }, [form, name])

  useEffect(() => {
    const element = form.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const keep = () => {
      stop()
      if (element) storeTypedForm(name, element, offered.current)
    }
    // The fields of a row that is edited in place are outside its form.
    const onInput = ({ target }: Event) => {
      if ((target as HTMLInputElement).form !== element) return
      clearTimeout(timer)
      timer = setTimeout(keep, WAIT_MS)
    }
    const onLeave = () => timer !== undefined && keep()
    // The form stays until the next page has loaded.
    const unlisten = whenDropped(name, stop)
    document.addEventListener('input', onInput)
    window.addEventListener('pagehide', onLeave)
    return () => {
      stop()
      unlisten()
      document.removeEventListener('input', onInput)
      window.removeEventListener('pagehide', onLeave)
    }
  }, [form, name])

  // If it was sent and not refused, there is nothing to keep. Its page may close with the answer.
  useEffect(() => {
    if (sending.current && !busy && !refused) {
      dropTyped(name)
      setBefore(null)
    }
    sending.current = busy
  }, [busy, refused, name])
  useEffect(
    () => () => {
      if (sending.current) dropTyped(name)
    },
    [name],
  )

  if (before === null) return null
  const close = () => {
    setBefore(null)
    if (form.current) storeTypedForm(name, form.current, {})
  }
  return (
    <Note kind="warning">
      What you typed here at{' '}
      {new Date(before.at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })} was not saved.{' '}
      <button
        type="button"
        className="button"
        onClick={() => {
          if (form.current) void fillIn(form.current, before.fields).then(close)
        }}
      >
        Bring it back
      </button>{' '}
      <button type="button" className="button" onClick={close}>
        Drop it
      </button>
    </Note>
  )
}
