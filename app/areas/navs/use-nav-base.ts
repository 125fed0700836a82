import { useLocation } from '@remix-run/react'
import { type NavBase, navBaseOf } from './nav'

/** The page that the NAV shown here was opened on. */
export function useNavBase(): NavBase {
  return navBaseOf(useLocation().pathname)
}
