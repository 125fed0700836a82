import { useRouteLoaderData } from '@remix-run/react'
import type { Menu, MenuLink } from '~/areas/access/menu'
import type { Day } from '~/platform/values/day'
import { LinksRow } from '~/ui/page/page'
import { PastLink } from './past-link'

/** Data for every page, from the root loader. */
export interface Site {
  /** The user who is logged in. */
  user: { id: number; name: string; role: string } | null
  menus: Menu[]
  /**
   * The number of tasks waiting for the user, by kind, how many are late, whether any ever wait, and how many notices
   * are new; null without a user.
   */
  work: {
    waiting: number
    late: number
    kinds: { kind: string; waiting: number }[]
    hasWork: boolean
    news: number
  } | null
  /** The user has queues: only such users take steps. */
  takesSteps: boolean
  timeZone: string
  /** The current day in the time of the demo; null for a site in real time. */
  demoDay: Day | null
  appearance: { theme: string; density: string; shortcuts: string }
  /** The message about the last action. */
  status: StatusMessage | null
  /**
   * A form of this page that was sent after its session had ended: its page (path and search), and its typed values.
   */
  kept: { page: string; texts: string[]; files: string[] } | null
  /** Notices about access to the site that the user has not closed, newest first. */
  notices: { id: number; at: string; text: string; heldUntil: string | null; idempotencyKey: string }[]
}

/** A short description of the last action; a warning; and links to the new pages. */
export interface StatusMessage {
  line: string
  warning?: string
  links?: { label: string; href: string }[]
}

/** Undefined on an error page shown before the root loader ran. */
export function useSite(): Site | undefined {
  return useRouteLoaderData('root') as Site | undefined
}

/** Time zone in which instants are shown. */
export function useTimeZone(): string {
  return useSite()?.timeZone ?? 'UTC'
}

/** The row of links to the authorised functions of a page's domain, and to the page's past. */
export function DomainLinks({ links }: { links: MenuLink[] }) {
  return (
    <LinksRow
      label="Pages of this domain"
      links={links.map(({ to, ...link }) => ({ ...link, href: to }))}
      last={<PastLink />}
    />
  )
}
