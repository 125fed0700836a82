import { type Actor, isAllowed, isTeamLeader, type UxFunction } from './actor'

export interface MenuLink {
  label: string
  to: string
  /** Not highlighted on the pages below it. */
  exact?: boolean
  /** Its heading where the links are a column. */
  group?: string
}

export interface Menu {
  domainType: string
  links: MenuLink[]
}

/** The first segments of the functions' addresses: only users who have such a function may open them. */
export const FUNCTION_PATHS = [
  'accruals',
  'admin',
  'bank-accounts',
  'bank-inbox',
  'budgets',
  'drafts',
  'evidence',
  'invoices',
  'nav-controls',
  'nav-errors',
  'open-breaks',
  'oversight',
  'payments',
  'prices',
  'processes',
  'production',
  'replay',
  'second-sources',
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
  if (here.domainType === 'Fund Accounting' && isAllowed(actor, 'navctrl'))
    return [...own, ACCRUALS, SECOND_SOURCES, OPEN_BREAKS]
  return here.domainType === 'Expenses' && isAllowed(actor, 'draftsdashboard') && isTeamLeader(actor)
    ? [...own, MATRIX]
    : own
}

/** A page of Administration, as a card and in the search of commands. */
interface AdministrationPage extends MenuLink {
  group: string
  /** What it is for, in a few words. */
  about: string
  /** Other words by which it is searched. */
  also: string
}

/** The pages of Administration by group, and what each is for. */
export const ADMINISTRATION: readonly AdministrationPage[] = [
  {
    to: '/admin/users',
    label: 'Users',
    about: 'who may log in',
    also: 'queues passwords sessions',
    group: 'People',
  },
  {
    to: '/admin/authorisations',
    label: 'Authorisations',
    about: 'who may do what',
    also: 'open add update delete rights permissions',
    group: 'People',
  },
  {
    to: '/admin/substitutes',
    label: 'Substitutes',
    about: 'who acts for whom',
    also: 'away holidays',
    group: 'People',
  },
  {
    to: '/admin/changes',
    label: 'Pending second approval',
    about: 'changes to approve',
    also: 'another person must approve',
    group: 'People',
  },
  {
    to: '/admin/import',
    label: 'Import reference data',
    about: 'funds, calendars, users, from one workbook',
    also: 'share classes NAV calendar rates authorisation matrix',
    group: 'Reference data',
  },
  {
    to: '/admin/lookups',
    label: 'Lookups',
    about: 'currencies, rates, holidays, entities',
    also: 'legal entities other lists row by row',
    group: 'Reference data',
  },
  {
    to: '/admin/formats',
    label: 'File formats',
    about: 'how administrators’ files are read',
    also: 'versions dates teach',
    group: 'Reference data',
  },
  {
    to: '/admin/tolerances',
    label: 'Rule tolerances',
    about: 'by fund, type or provider',
    also: 'numbers of the rules limits NAV date',
    group: 'Rules and workflows',
  },
  {
    to: '/admin/nav-errors',
    label: 'NAV error settings',
    about: 'by fund or regime',
    also: 'judged compensated day of discovery',
    group: 'Rules and workflows',
  },
  {
    to: '/admin/workflows',
    label: 'Workflows',
    about: 'diagrams, steps and new versions',
    also: 'each version step by step date',
    group: 'Rules and workflows',
  },
  {
    to: '/admin/audit',
    label: 'Audit trail',
    about: 'who did what, and when',
    also: 'history before after',
    group: 'Oversight',
  },
  {
    to: '/admin/system',
    label: 'System',
    about: 'version, health, second person',
    also: 'running settings',
    group: 'Oversight',
  },
]

/** The row of links of the pages of Administration: its own page, then all of them. */
export function administrationLinks(actor: Pick<Actor, 'authorisations' | 'queues'>): MenuLink[] {
  const own = domainLinks(actor, 'administration').map((link) => ({ ...link, exact: true }))
  return own.length === 0
    ? []
    : [...own, ...ADMINISTRATION.map(({ label, to, group }) => ({ label, to, group }))]
}

/** What NAVs accrued, against the invoices of the same service. */
const ACCRUALS: MenuLink = { label: 'Accruals', to: '/accruals' }

/** What transfer agents, depositaries and vendors say of NAVs. */
const SECOND_SOURCES: MenuLink = { label: 'Second sources', to: '/second-sources' }

/** What differs from second sources and matchings, across funds. */
const OPEN_BREAKS: MenuLink = { label: 'Open breaks', to: '/open-breaks' }

/** Where team leaders decide changes of the authorisation matrix: they have no Administration. */
const MATRIX: MenuLink = { label: 'Authorisation matrix', to: '/authorisation-matrix' }
