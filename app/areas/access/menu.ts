import { type Actor, isAllowed, isTeamLeader, type UxFunction } from './actor'

export interface MenuLink {
  label: string
  to: string
}

export interface Menu {
  domainType: string
  links: MenuLink[]
}

/** The first words of the addresses of functions: only users who have a function there may open them. */
export const FUNCTION_WORDS = [
  ...[
    'admin',
    'bank-accounts',
    'budgets',
    'drafts',
    'invoices',
    'nav-controls',
    'prices',
    'processes',
    'production',
  ],
]

const links = (functions: UxFunction[]): MenuLink[] =>
  [...functions]
    .sort((a, b) => a.uxSortOrder - b.uxSortOrder)
    .flatMap(({ name, routing }) => (routing === null ? [] : [{ label: name, to: routing }]))

const authorised = (actor: Pick<Actor, 'authorisations'>) =>
  actor.authorisations.map(({ uxFunction }) => uxFunction).filter(({ routing }) => routing !== null)

/** The dropdown menus of the top bar: domain types alphabetically, their functions by uxSortOrder. */
export function menusOf(actor: Pick<Actor, 'authorisations'>): Menu[] {
  const functions = authorised(actor)
  return [...new Set(functions.map(({ domainType }) => domainType))]
    .sort((a, b) => a.localeCompare(b))
    .map((domainType) => ({ domainType, links: links(functions.filter((f) => f.domainType === domainType)) }))
}

/** The row of links to the authorised functions of a page's domain. */
export function domainLinks(actor: Pick<Actor, 'authorisations' | 'queues'>, functionId: string): MenuLink[] {
  const functions = authorised(actor)
  const here = functions.find(({ uxFunction }) => uxFunction === functionId)
  if (!here) return []
  const own = links(functions.filter(({ domainType }) => domainType === here.domainType))
  return here.domainType === 'Expenses' && isAllowed(actor, 'draftsdashboard') && isTeamLeader(actor)
    ? [...own, MATRIX]
    : own
}

/** Where team leaders decide changes of the authorisation matrix: they have no Administration. */
const MATRIX: MenuLink = { label: 'Authorisation matrix', to: '/authorisation-matrix' }
