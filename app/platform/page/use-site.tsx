import { useRouteLoaderData } from '@remix-run/react'
import type { Menu, MenuLink } from '~/areas/access/menu'
import { LinksRow } from '~/ui/links-row/links-row'

/** What every page knows; the loader of the root answers it. */
export interface Site {
  /** Who is logged in. */
  user: { id: number; name: string; role: string } | null
  menus: Menu[]
  timeZone: string
  appearance: { theme: string; density: string; shortcuts: string }
  /** What just happened. */
  said: Said | null
  /** A form of this page that its session ended before: its page (path and search), and what was written in it. */
  kept: { page: string; texts: string[]; files: string[] } | null
  /** What one was told about how people get in and has not closed, newest first. */
  notices: { id: number; at: string; text: string; heldUntil: string | null }[]
}

/** What just happened, in a short line; what to look at all the same; and the pages of what was made. */
export interface Said {
  line: string
  warning?: string
  links?: { label: string; href: string }[]
}

/** Undefined on an error page that came before the root's loader. */
export function useSite(): Site | undefined {
  return useRouteLoaderData('root') as Site | undefined
}

/** Time zone in which instants are shown. */
export function useTimeZone(): string {
  return useSite()?.timeZone ?? 'UTC'
}

/** The row of links to the authorised functions of a page's domain. */
export function DomainLinks({ links }: { links: MenuLink[] }) {
  return <LinksRow label="Pages of this domain" links={links.map(({ label, to }) => ({ label, href: to }))} />
}
