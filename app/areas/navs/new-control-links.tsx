import { Link, useLocation } from '@remix-run/react'
import { CONTROL_SETS, type ControlSet } from './controls/control-upload'

/** Set of files → its word in addresses. */
export const SET_IN_PATH: Record<ControlSet, string> = { FIA2: 'fia-2', FIA3: 'fia-3', MFFA: 'multifonds' }

export function setOfPath(word: string | undefined): ControlSet | null {
  const found = Object.entries(SET_IN_PATH).find(([, path]) => path === word)
  return found ? (found[0] as ControlSet) : null
}

/** The three buttons of NAV Controls that start an upload. */
export function NewControlLinks({ base }: { base: string }) {
  const { search } = useLocation()
  return (
    <>
      {(Object.keys(CONTROL_SETS) as ControlSet[]).map((set) => (
        <Link key={set} className="button" to={`${base}/new/${SET_IN_PATH[set]}${search}`} preventScrollReset>
          {CONTROL_SETS[set].heading}
        </Link>
      ))}
    </>
  )
}
