import type { NavCheckRow } from '~/domain/navs/checks/nav-checks.server'

/** NAV check audit row of the specification, section 3. */
export function checkShape({ full_name: _, ...row }: NavCheckRow) {
  return row
}
