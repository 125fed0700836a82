import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { askSite } from '../session/ask-site'

/** A thin bar at the top of the window, 300 ms after something began to load; nothing blinks before. */
export function LoadingBar() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="loading-bar screen-only" />
}

/** What a piece of work is doing just now: its words, and how much of it is done where that is known. */
export type Step = { step: string; percent?: number }

/** Asks an address twice a second for the step that a piece of work is at (`{ step, percent? }`), as long as there is one. */
export function useSteps(url: string | undefined, onStep: (step: Step) => void) {
  const tell = useRef(onStep)
  tell.current = onStep
  useEffect(() => {
    if (!url) return
    const controller = new AbortController()
    const ask = async () => {
      const answer = await askSite(url, {
        signal: controller.signal,
        headers: { Accept: 'application/json' },
      })
      const body: unknown = answer?.ok ? await answer.json() : null
      if (body && typeof body === 'object' && 'step' in body && typeof body.step === 'string')
        tell.current({ step: body.step, percent: 'percent' in body ? Number(body.percent) : undefined })
    }
    // Progress that cannot be asked for is not worth a word: the work itself tells how it ended.
    const timer = setInterval(() => void ask().catch(() => undefined), 500)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [url])
}

type WorkingProps = {
  /** The step in words: "Reading 2 of 3…". */
  step: string
  /** From 0 to 100; without it there is no saying how long. */
  percent?: number
}

/** Over the whole window while an upload or a control runs, and only then. */
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
