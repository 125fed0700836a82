import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useToast, useToastRegion } from 'react-aria/useToast'
import { Button } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { type QueuedToast, ToastQueue, type ToastState, useToastQueue } from 'react-stately/useToastState'
import './enhanced.css'

interface Said {
  children: ReactNode
}

interface ToastOverProps extends Said {
  /** Identifies the message: a different one is another message. */
  of: unknown
  /** Stays until the user closes it: a warning, or a message with links. */
  stays: boolean
}

/** Long enough to be read twice; the timer stops under the pointer and while focus is inside. */
const SHOWN_MS = 10_000

/** The last message, over the page: it can be closed, and reached with F6. */
export default function ToastOver({ of, stays, children }: ToastOverProps) {
  const [queue] = useState(() => new ToastQueue<Said>({ maxVisibleToasts: 1 }))
  const state = useToastQueue(queue)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text belongs to its message
  useEffect(() => {
    const key = queue.add({ children }, stays ? {} : { timeout: SHOWN_MS })
    return () => queue.close(key)
  }, [of, queue])
  return (
    <I18nProvider locale="en-GB">{state.visibleToasts.length > 0 && <Region state={state} />}</I18nProvider>
  )
}

function Region({ state }: { state: ToastState<Said> }) {
  const ref = useRef<HTMLDivElement>(null)
  const { regionProps } = useToastRegion({ 'aria-label': 'What just happened' }, state, ref)
  return (
    <div {...regionProps} ref={ref} className="said">
      {state.visibleToasts.map((toast) => (
        <Toast key={toast.key} toast={toast} state={state} />
      ))}
    </div>
  )
}

function Toast({ toast, state }: { toast: QueuedToast<Said>; state: ToastState<Said> }) {
  const ref = useRef<HTMLDivElement>(null)
  const { toastProps, contentProps, titleProps, closeButtonProps } = useToast({ toast }, state, ref)
  // The line inside is a status, not an alert.
  const { role: _alert, ...content } = contentProps
  return (
    <div {...toastProps} ref={ref} className="toast">
      <div {...content} className="toast__text">
        <div {...titleProps}>{toast.content.children}</div>
      </div>
      <Button {...closeButtonProps} aria-label="Dismiss" className="toast__close">
        ×
      </Button>
    </div>
  )
}
