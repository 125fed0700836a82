import { useEffect, useRef } from 'react'

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
