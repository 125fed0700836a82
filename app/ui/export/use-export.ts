import { useRef, useState } from 'react'
import { type Step, useSteps } from '../spinner/use-steps'
import { fetchFile } from './fetch-file'
import { saveFile } from './save-file'

/** So long nothing is shown of an export. */
const QUIET_MS = 1_000

export type ExportLink = {
  /** "xlsx" */
  format: string
  /** "Excel" */
  label: string
  href: string
}

type Running = { label: string; key: string; controller: AbortController }

export type ExportState = {
  /** The label of what is being exported, once it takes long enough to be shown. */
  shown: string | null
  step: Step | null
  /** Why the last one failed. */
  failed: string | null
  /** A line that tells how the last one ended, for those who do not see it. */
  told: string
  start: (link: ExportLink) => void
  cancel: () => void
  dismiss: () => void
}

/** Fetches exports one at a time and saves them; tells how far one is that takes longer than a second. */
export function useExport(stepsHref: string): ExportState {
  const running = useRef<Running | null>(null)
  const [slow, setSlow] = useState<Running | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [told, setTold] = useState('')
  useSteps(slow ? `${stepsHref}/${slow.key}` : undefined, setStep)

  async function run(href: string, mine: Running) {
    const { label, controller } = mine
    const timer = setTimeout(() => setSlow(mine), QUIET_MS)
    try {
      saveFile(await fetchFile(href, controller.signal))
      setTold(`${label} file saved.`)
    } catch (error) {
      if (controller.signal.aborted) setTold(`${label} export cancelled.`)
      else setFailed(error instanceof Error ? error.message : String(error))
    }
    clearTimeout(timer)
    running.current = null
    setSlow(null)
    setStep(null)
  }

  return {
    shown: slow?.label ?? null,
    step,
    failed,
    told: slow ? `The ${slow.label} file is being made.` : told,
    start({ label, href }) {
      if (running.current) return setSlow(running.current)
      const mine = { label, key: newKey(), controller: new AbortController() }
      running.current = mine
      setFailed(null)
      setTold('')
      void run(withKey(href, mine.key), mine)
    },
    cancel: () => running.current?.controller.abort(),
    dismiss: () => setFailed(null),
  }
}

/** Not crypto.randomUUID: a site without TLS on its own network has none. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

/** An address with the key by which the server tells how far it is. */
export function withKey(href: string, key: string): string {
  const [path = '', search = ''] = href.split('?', 2)
  const parameters = new URLSearchParams(search)
  parameters.set('key', key)
  return `${path}?${parameters}`
}
