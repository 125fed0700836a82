import { useAsOf } from './past-link'
import { useSite } from './use-site'

const EVIDENCE = '/evidence'

interface PackLinkProps {
  kind: 'nav' | 'invoice' | 'budget'
  id: number
  /** On its own line. */
  alone?: true
}

/**
 * Downloads the signed pack of an object, for users who may open Evidence; not on a page of the past, as a pack shows
 * the present.
 */
export function PackLink({ kind, id, alone }: PackLinkProps) {
  const offered = useSite()?.menus.some(({ links }) => links.some(({ to }) => to === EVIDENCE))
  if (useAsOf() !== null || !offered) return null
  const link = (
    <a className="button" href={`${EVIDENCE}/pack.zip?kind=${kind}&id=${id}`} download>
      Evidence pack
    </a>
  )
  return alone ? <p className="toolbar screen-only">{link}</p> : link
}
