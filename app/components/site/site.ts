import { useRouteLoaderData } from '@remix-run/react'
import type { loader } from '~/root'

/** What every page knows: who is logged in, their menus, and the site's time zone. */
export function useSite() {
  return useRouteLoaderData<typeof loader>('root')
}

/** Time zone in which instants are shown. */
export function useTimeZone(): string {
  return useSite()?.timeZone ?? 'UTC'
}
