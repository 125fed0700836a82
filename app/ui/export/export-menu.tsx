import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { closeMenu } from '../menu/close-menu'
import { Menu } from '../menu/menu'
import { ErrorBanner } from '../message/message'
import { type ExportLink, type ExportState, useExport } from './use-export'

type ExportMenuProps = {
  /** What may be exported to, in order. */
  links: readonly ExportLink[]
  /** Address below which the step of an export stands under its key. */
  stepsHref?: string
}

/**
 * Downloads of what a grid shows. Without scripts they are links. With them a download that takes longer than a second
 * shows how far it is and can be cancelled, by Escape too, and a refusal is shown here.
 */
export function ExportMenu({ links, stepsHref = '/upload-steps' }: ExportMenuProps) {
  const state = useExport(stepsHref)
  const ref = useRef<HTMLDivElement>(null)

  function onClick(event: MouseEvent<HTMLAnchorElement>, link: ExportLink) {
    // With a key held down the browser does what it does with any link.
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
        {state.told}
      </p>
      {(state.shown || state.failed) && <Panel key={state.failed} {...state} />}
    </div>
  )
}

/** How far an export is, or why there is none. */
function Panel({ shown, step, failed, cancel, dismiss }: ExportState) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const panel = ref.current
    const menu = panel?.parentElement?.querySelector('summary')
    return () => {
      // Focus does not get lost with a button that is gone.
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
