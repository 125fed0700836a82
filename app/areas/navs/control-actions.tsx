import { Link, useLocation } from '@remix-run/react'
import { OpenLink } from '~/ui/open-close/open-link'
import type { ControlRow } from './controls/controls-of.server'
import { useNavBase } from './use-nav-base'

/** Last cell of a control: show its rules, its uploaded files, the error report, the NAV diff. */
export function ControlActions({ control, selected }: { control: ControlRow; selected: boolean }) {
  const base = `${useNavBase().path}/${control.fundNavId}`
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  params.set('control', String(control.id))
  return (
    <span className="actions">
      {selected ? (
        <span className="muted">Shown below</span>
      ) : (
        <Link to={`${base}?${params}`} preventScrollReset replace>
          Show rules
        </Link>
      )}
      {control.files.map(({ id, fileName, file_type }) => (
        <a key={id} href={`/documents/${id}`} download title={`Download ${fileName}`}>
          {file_type}
        </a>
      ))}
      {control.hasReport && (
        <a href={`${base}/controls/${control.id}/report.xlsx`} download>
          Error report
        </a>
      )}
      <OpenLink to={`${base}/controls/${control.id}/delta/nav`}>NAV diff</OpenLink>
    </span>
  )
}
