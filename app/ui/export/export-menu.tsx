import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { closeMenu, Menu } from '../menu/menu'
import { ErrorBanner } from '../message/message'
import { type Step, useSteps } from '../message/working'
import { siteFetch } from '../session/site-fetch'

export type FetchedFile = { blob: Blob; fileName: string }

/**
 * Fetches a file to be saved. Rejects with a sentence for the user: the server's own for a refusal, advice if it did
 * not respond; with the signal's reason when that aborts.
 */
export async function fetchFile(href: string, signal: AbortSignal): Promise<FetchedFile> {
  try {
    const answer = await siteFetch(href, {
      signal,
      headers: { Accept: 'application/json, */*' },
    })
    if (!answer) throw new Refused('Your session ended. Log in, then export again.')
    if (!answer.ok) throw new Refused(await sentenceOf(answer))
    return {
      blob: await answer.blob(),
      fileName: fileNameIn(answer.headers.get('Content-Disposition') ?? ''),
    }
  } catch (error) {
    if (error instanceof Refused || signal.aborted) throw error
    throw new Refused('The connection was lost before the file was complete. Nothing was saved; try again.')
  }
}

class Refused extends Error {}

async function sentenceOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  if (body && typeof body === 'object' && 'errorMessage' in body && typeof body.errorMessage === 'string')
    return body.errorMessage
  return `The server answered ${answer.status} without a reason. Try again.`
}

/** The file name in a header Content-Disposition (RFC 6266). */
export function fileNameIn(header: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  try {
    if (extended) return decodeURIComponent(extended)
  } catch {
    // Not encoded as RFC 8187 requires: the plain name is also there.
  }
  return /filename="([^"]*)"/i.exec(header)?.[1] || 'export'
}

/** Saves a file like a download. */
function saveFile({ blob, fileName }: FetchedFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** How long an export may run before its progress is shown, in milliseconds. */
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
  /** The label of the running export, if it takes long enough to be shown. */
  shown: string | null
  step: Step | null
  /** Why the last one failed. */
  failed: string | null
  /** How the last one ended, as a line for screen readers. */
  announcement: string
  start: (link: ExportLink) => void
  cancel: () => void
  dismiss: () => void
}

/** Fetches exports one at a time and saves them; shows progress after one second. */
function useExport(): ExportState {
  const running = useRef<Running | null>(null)
  const [slow, setSlow] = useState<Running | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  useSteps(slow ? `/upload-steps/${slow.key}` : undefined, setStep)

  async function run(href: string, mine: Running) {
    const { label, controller } = mine
    const timer = setTimeout(() => setSlow(mine), QUIET_MS)
    try {
      saveFile(await fetchFile(href, controller.signal))
      setAnnouncement(`${label} file saved.`)
    } catch (error) {
      if (controller.signal.aborted) setAnnouncement(`${label} export cancelled.`)
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
    announcement: slow ? `The ${slow.label} file is being created.` : announcement,
    start({ label, href }) {
      if (running.current) return setSlow(running.current)
      const mine = { label, key: newKey(), controller: new AbortController() }
      running.current = mine
      setFailed(null)
      setAnnouncement('')
      void run(withKey(href, mine.key), mine)
    },
    cancel: () => running.current?.controller.abort(),
    dismiss: () => setFailed(null),
  }
}

/** Not crypto.randomUUID: it does not exist on a site without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

/** An address with the key under which the server reports progress. */
export function withKey(href: string, key: string): string {
  const [path = '', search = ''] = href.split('?', 2)
  const parameters = new URLSearchParams(search)
  parameters.set('key', key)
  return `${path}?${parameters}`
}

type ExportMenuProps = {
  /** The formats to export to, in order. */
  links: readonly ExportLink[]
}

/**
 * Downloads of the rows in a grid. Without scripts they are links. With scripts a download that takes longer than a
 * second shows its progress and can be cancelled, also by Escape, and a refusal is shown here.
 */
export function ExportMenu({ links }: ExportMenuProps) {
  const state = useExport()
  const ref = useRef<HTMLDivElement>(null)

  function onClick(event: MouseEvent<HTMLAnchorElement>, link: ExportLink) {
    // With a modifier key the browser treats it like any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    closeMenu(event.currentTarget)
    state.start(link)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape cancels from wherever focus is in here
    <div
      ref={ref}
      className="export"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !(state.shown || state.failed)) return
        event.stopPropagation()
        if (state.shown) state.cancel()
        else state.dismiss()
      }}
    >
      <Menu group="grid" label="Export">
        {links.map((link) => (
          <a key={link.format} href={link.href} onClick={(event) => onClick(event, link)}>
            {link.label}
          </a>
        ))}
      </Menu>
      <p className="hidden-text" role="status">
        {state.announcement}
      </p>
      {(state.shown || state.failed) && <Panel key={state.failed} {...state} />}
    </div>
  )
}

/** The progress of an export, or why it failed. */
function Panel({ shown, step, failed, cancel, dismiss }: ExportState) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const panel = ref.current
    const menu = panel?.parentElement?.querySelector('summary')
    return () => {
      // Focus must not be lost with a removed button.
      if (panel?.contains(document.activeElement)) menu?.focus()
    }
  }, [])

  return (
    <div ref={ref} className="export__panel">
      {shown ? (
        <>
          <p>{step?.step ?? 'Starting…'}</p>
          <progress aria-label={`${shown} export`} max={100} value={step?.percent} />
          <button type="button" className="button" onClick={cancel}>
            Cancel
          </button>
        </>
      ) : (
        <ErrorBanner title="Export failed" text={failed}>
          <button type="button" className="button" onClick={dismiss}>
            Close
          </button>
        </ErrorBanner>
      )}
    </div>
  )
}
