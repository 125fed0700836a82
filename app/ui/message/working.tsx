import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { siteFetch } from '~/ui/session/site-fetch'

/** A thin bar at the top of the window, 300 ms after loading began; nothing flickers before that. */
export function LoadingBar() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="loading-bar screen-only" />
}

/** The current step of a piece of work: its description, and how much is done if known. */
export type Step = { step: string; percent?: number }

/**
 * Queries an address twice a second for the current step of a piece of work (`{ step, percent? }`), while there is an
 * address.
 */
export function useSteps(url: string | undefined, onStep: (step: Step) => void) {
  const tell = useRef(onStep)
  tell.current = onStep
  useEffect(() => {
    if (!url) return
    const controller = new AbortController()
    const ask = async () => {
      const answer = await siteFetch(url, {
        signal: controller.signal,
        headers: { Accept: 'application/json' },
      })
      const body: unknown = answer?.ok ? await answer.json() : null
      if (body && typeof body === 'object' && 'step' in body && typeof body.step === 'string')
        tell.current({ step: body.step, percent: 'percent' in body ? Number(body.percent) : undefined })
    }
    // A failed progress query is ignored: the work itself reports how it ended.
    const timer = setInterval(() => void ask().catch(() => undefined), 500)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [url])
}

type WorkingProps = {
  /** The step for users: "Reading 2 of 3…". */
  step: string
  /** From 0 to 100; omitted if the progress is unknown. */
  percent?: number
}

/** Over the whole window while an upload or a control runs. */
export function Working({ step, percent }: WorkingProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} className="working" aria-label="Working" onCancel={(event) => event.preventDefault()}>
      <progress aria-label={step} max={100} value={percent} />
      <p role="status">{step}</p>
    </dialog>
  )
}
