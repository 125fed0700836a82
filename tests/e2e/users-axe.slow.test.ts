import { type State, testStates } from '../support/browser/axe-states'

const USER = '/admin/users/2'

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

testStates(
  'users and accounts',
  ['/admin/users/new', ...PAGES].map((path): State => [path, 'admin', path]),
  { plain: ['/admin/users/new'] },
)
