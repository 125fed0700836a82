import { OpenLink } from '~/ui/open-close/close-link'
import { type ControlSet, type NavFacts, openControlId, SET_IN_PATH } from './nav'
import type { NavView } from './nav-view.server'
import { useNavBase } from './use-nav-base'

interface NavPanelActionsProps {
  nav: NavFacts
  /** A step that leads on is next: it is the button to press, not a new control. */
  hasStep: boolean
  /** Of the NAV, under way or the last one. */
  round: number
  readOnly: string | null
  matching: NavView['matching']
  /** The files that a new control usually has. */
  usualSet: ControlSet
}

/** New FIA or New MFFA (of the fund's provider, when not read-only), New matching, Download matching, NAV report. */
export function NavPanelActions({ nav, hasStep, round, readOnly, matching, usualSet }: NavPanelActionsProps) {
  const base = `${useNavBase().path}/${nav.id}`
  return (
    <div className="toolbar screen-only">
      {readOnly === null && (
        <OpenLink
          className={hasStep ? 'button' : 'button button--primary'}
          to={`${base}/new/${SET_IN_PATH[usualSet]}`}
        >
          {usualSet === 'MFFA' ? 'New MFFA' : 'New FIA'}
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
      <a className="button" href={`${base}/report.pdf`} download>
        NAV report
      </a>
      {readOnly !== null && <p className="muted">{readOnly}</p>}
    </div>
  )
}
