import { type State, testStates } from '../support/browser/axe-states'

const USER = '/admin/users/2'

/** Pages of the administrator, and those of everybody's own account. */
const PAGES = [
  '/admin/users?size=5',
  '/admin/users/new',
  USER,
  `${USER}/password`,
  `${USER}/disable`,
  '/admin/authorisations?size=5',
  '/admin/second-person',
  '/account/password',
  '/account/sessions',
  '/account/tokens/new',
]

testStates(
  'users and accounts',
  PAGES.map((path): State => [path, 'admin', path]),
)
