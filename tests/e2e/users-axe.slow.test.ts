import type { Page } from 'playwright'
import { type State, testStates } from '../support/browser/axe-states'

const USER = '/admin/users/2'

/** Of these, what an address shows without scripts is as on a page that is looked at both ways. */
const withScripts = (page: Page) => page.locator('main').waitFor()

/** Pages of the administrator, and those of everybody's own account. */
const PAGES = [
  USER,
  `${USER}/disable`,
  '/admin/authorisations?size=5',
  '/admin/second-person',
  '/account/password',
  '/account/sessions',
  '/account/tokens/new',
]

testStates('users and accounts', [
  ['/admin/users/new', 'admin', '/admin/users/new'],
  ...PAGES.map((path): State => [path, 'admin', path, withScripts]),
])
