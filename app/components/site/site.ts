import { useRouteLoaderData } from '@remix-run/react'
import type { Menu } from '~/domain/access/menu'

/** What every page knows; the loader of the root answers it. */
export interface Site {
  /** Who is logged in. */
  user: { name: string; role: string } | null
  menus: Menu[]
  timeZone: string
  appearance: { theme: string; density: string; shortcuts: string }
  /** What just happened, in a short line. */
  status: string | null
}

/** Undefined on an error page that came before the root's loader. */
export function useSite(): Site | undefined {
  return useRouteLoaderData('root') as Site | undefined
}

/** Time zone in which instants are shown. */
export function useTimeZone(): string {
  return useSite()?.timeZone ?? 'UTC'
}
