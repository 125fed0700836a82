import { OpenLink } from '~/ui/open-close/open-link'
import { type NavFacts, openControlId } from './nav-state'
import type { NavView } from './nav-view.server'
import { useNavBase } from './use-nav-base'

interface NavPanelActionsProps {
  nav: NavFacts
  /** Of the NAV, under way or the last one. */
  round: number
  readOnly: string | null
  matching: NavView['matching']
}

/** New FIA or New MFFA (of the fund's provider, when not read-only), New matching, Download matching. */
export function NavPanelActions({ nav, round, readOnly, matching }: NavPanelActionsProps) {
  const base = `${useNavBase().path}/${nav.id}`
  return (
    <div className="toolbar screen-only">
      {readOnly === null && nav.provider === 'FIA' && (
        <>
          <OpenLink className="button button--primary" to={`${base}/new/fia-3`}>
            New FIA
          </OpenLink>
          <OpenLink className="button" to={`${base}/new/fia-2`}>
            New FIA, 2 files
          </OpenLink>
        </>
      )}
      {readOnly === null && nav.provider === 'MFFA' && (
        <OpenLink className="button button--primary" to={`${base}/new/multifonds`}>
          New MFFA
        </OpenLink>
      )}
      {readOnly === null && openControlId(nav, { round }) !== null && (
        <OpenLink className="button" to={`${base}/new-matching`}>
          New matching
        </OpenLink>
      )}
      {matching && (
        <a className="button" href={`${base}/matching.xlsx`} download>
          Download matching
        </a>
      )}
      {readOnly !== null && <p className="muted">{readOnly}</p>}
    </div>
  )
}
