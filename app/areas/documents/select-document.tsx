import { Link, useLocation } from '@remix-run/react'
import { displayName } from '~/platform/files/display-name'
import { panelHref, SELECTED } from './panel-address'

/** Selects a document of the list, which is then previewed; one is selected at a time. */
export function SelectDocument({ id, fileName }: { id: number; fileName: string }) {
  const location = useLocation()
  return (
    <Link
      className="grid__open"
      to={panelHref(location, { [SELECTED]: String(id) })}
      // The page stays the one that it was opened as: closing it leads back to its list.
      state={location.state}
      replace
      discover="none"
      preventScrollReset
    >
      <bdi>{displayName(fileName)}</bdi>
    </Link>
  )
}
