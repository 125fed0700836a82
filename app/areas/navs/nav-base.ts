/** Where NAVs are opened: a page, and the function that its readers are authorised for. */
export interface NavBase {
  path: '/nav-controls' | '/production'
  functionId: 'navctrl' | 'production'
  /** What stands above a NAV that is opened there. */
  heading: string | null
}

const CONTROLS: NavBase = { path: '/nav-controls', functionId: 'navctrl', heading: null }
const PRODUCTION: NavBase = { path: '/production', functionId: 'production', heading: 'Current Production' }

/** Functions on whose pages a NAV can be read; what changes it belongs to the first alone. */
export const NAV_READERS = ['navctrl', 'production'] as const

/**
 * The page that an address of a NAV, its tabs, popups and downloads belongs to: NAV Controls, or NAV Production with
 * the same routes below it.
 * @param address a path or a whole address
 */
export function navBaseOf(address: string): NavBase {
  const { pathname } = new URL(address, 'http://here.invalid')
  return /^\/production([/.]|$)/i.test(pathname) ? PRODUCTION : CONTROLS
}
