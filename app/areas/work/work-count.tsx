import { Link, useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { shownCount } from '~/ui/grid/query'
import { siteJson } from '~/ui/session/site-fetch'

interface Count {
  waiting: number
  late: number
}

/** How often a page that stays open asks again, in ms. */
const EVERY_MS = 60_000

/** The link to My work with how much waits. It follows what others do: one small request a minute, none while hidden. */
export function WorkCount({ count: told }: { count: Count }) {
  const [count, setCount] = useState(told)
  const { pathname } = useLocation()
  useEffect(() => setCount(told), [told])
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return
      // A count that does not come is asked for again in a minute.
      const found = await siteJson<Count>('/work/count')
      if (found) setCount(found)
    }
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const { waiting, late } = count
  return (
    <Link
      className="topbar__work"
      to="/work"
      discover="none"
      aria-current={pathname === '/work' ? 'page' : undefined}
    >
      My work
      <span className="topbar__count">
        {shownCount(waiting)}
        <span className="hidden-text"> waiting</span>
      </span>
      {late > 0 && <span className="topbar__late">{shownCount(late)} late</span>}
    </Link>
  )
}
