import { useAsOf } from './past-link'
import { useSite } from './use-site'

const EVIDENCE = '/evidence'

interface PackLinkProps {
  kind: 'nav' | 'invoice' | 'budget'
  id: number
  /** In a row of its own. */
  alone?: true
}

/** Downloads the signed pack of an object, for users who may open Evidence; not from a page of the past: a pack is of now. */
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
