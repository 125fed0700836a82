import { type Actor, type FunctionId, isAllowed, isTeamLeader, type Permission } from '~/areas/access/actor'
import { ADMINISTRATION, menusOf } from '~/areas/access/menu'
import { ACCOUNT_PAGES } from '~/areas/account/account-pages'
import type { Found } from './search'

interface Command {
  /** The words of the button or link on its page. */
  label: string
  href: string
  /** The page that has it. */
  page: string
  /** Other words that people use for it. */
  also: string
}

const command = (page: string, label: string, href: string, also = ''): Command => ({
  page,
  label,
  href,
  also,
})

const exported = (page: string, list: string, file: string) =>
  command(page, `Export ${list} to Excel`, `${file}.xlsx`, 'download xlsx spreadsheet csv list')

/** The buttons of pages that open at an address of their own, by the right that they need. */
const BUTTONS: readonly [FunctionId, Permission, readonly Command[]][] = [
  [
    'navctrl',
    'add',
    [
      command(
        'NAV Controls',
        'New FIA 3 Files control',
        '/nav-controls/new/fia-3',
        'upload workbooks fia3 run check nav',
      ),
      command(
        'NAV Controls',
        'New FIA 2 Files control',
        '/nav-controls/new/fia-2',
        'upload workbooks fia2 run check nav',
      ),
      command(
        'NAV Controls',
        'New MultiFonds control',
        '/nav-controls/new/multifonds',
        'upload workbooks mffa run check nav',
      ),
    ],
  ],
  [
    'navctrl',
    'open',
    [
      exported('NAV Controls', 'NAV Controls', '/nav-controls/export/navs'),
      command('NAV Controls', 'Accruals', '/accruals', 'accrued fees invoices compare'),
    ],
  ],
  [
    'production',
    'open',
    [
      command('NAV Production', 'KPI', '/production/kpi', 'punctuality on time statistics months'),
      exported('NAV Production', 'NAV Production', '/production/export/production'),
    ],
  ],
  [
    'errors',
    'add',
    [command('NAV errors', 'Open NAV error', '/nav-errors/new', 'new case mistake compensation')],
  ],
  [
    'errors',
    'open',
    [command('NAV errors', 'Register of the year', '/nav-errors/register', 'list cases discovered')],
  ],
  [
    'replay',
    'open',
    [
      command('Replay', 'Detection floor', '/replay/detection', 'smallest error found heat'),
      command('Replay', 'Suggestions', '/replay/suggestions', 'tolerances propose'),
    ],
  ],
  [
    'draftsdashboard',
    'add',
    [
      command('Drafted Expenses', 'Upload New Invoice', '/drafts/new', 'new draft bill pdf supplier expense'),
      command(
        'Drafted Expenses',
        'Upload several invoices',
        '/drafts/batch',
        'new drafts several files batch bulk pdf',
      ),
    ],
  ],
  ['draftsdashboard', 'open', [exported('Drafted Expenses', 'drafts', '/drafts/export/drafts')]],
  [
    'transactiondashboard',
    'open',
    [
      command('Invoice Log', 'Prepaid expenses', '/invoices/prepaid', 'amortise accounting journal to book'),
      command('Prepaid expenses', 'Booked journals', '/invoices/prepaid/journals', 'amortisation loader'),
      command('Prepaid expenses', 'Remaining', '/invoices/prepaid/balances', 'balances prepaid amortisation'),
      exported('Invoice Log', 'invoices', '/invoices/export/invoices'),
    ],
  ],
  ['budgets', 'add', [command('Budgets', 'New budget', '/budgets/new', 'limit plan create')]],
  ['budgets', 'open', [exported('Budgets', 'budgets', '/budgets/export/budgets')]],
  [
    'payments',
    'open',
    [command('Payment runs', 'Payment calendar', '/payments/calendar', 'due cash days forecast')],
  ],
  [
    'payments',
    'add',
    [
      command('Payment runs', 'Upload bank file', '/payments/answer', 'camt pain statement answer import'),
      command('Payment runs', 'New payment run', '/payments/new', 'pay invoices transfer'),
    ],
  ],
  [
    'bankinbox',
    'open',
    [
      command('Bank inbox', 'Days of accounts', '/bank-inbox/accounts', 'balances statements'),
      command('Bank inbox', 'Months', '/bank-inbox/months', 'close journal reconcile'),
      command('Bank inbox', 'Rules', '/bank-inbox/rules', 'match settle proposals charges'),
    ],
  ],
  [
    'processdashboard',
    'open',
    [
      command('Processes', 'Calendar', '/processes/calendar', 'month due dates deadlines'),
      exported('Processes', 'processes', '/processes/export/processes'),
    ],
  ],
  ['administration', 'add', [command('Users', 'New user', '/admin/users/new', 'create person account')]],
  [
    'administration',
    'update',
    [
      command('File formats', 'Teach a format', '/admin/formats/teach', 'administrator columns mapping'),
      command('File formats', 'New format', '/admin/formats/new', 'administrator json mapping'),
      command('Substitutes', 'New substitute', '/admin/substitutes/new', 'deputy away holiday leave absence'),
    ],
  ],
]

/** The pages of everyone. */
const OWN_PAGES: readonly Command[] = [
  ...ACCOUNT_PAGES.map(({ label, href }) =>
    command('Your account', label, href, href === '/appearance' ? 'dark light theme density rows keys' : ''),
  ),
  command(
    'Your account',
    'New substitute',
    '/account/substitutes/new',
    'deputy away holiday leave absence stand in',
  ),
  command('Your account', 'New token', '/account/tokens/new', 'api key access'),
  command('Your account', 'Log out', '/logout', 'sign off leave exit end session'),
]

const WORK_PAGES: readonly Command[] = [
  command('', 'My work', '/work', 'tasks to do waiting'),
  command('My work', 'Notices', '/work/news', 'bell news mentions what came since'),
  command('My work', 'Workload', '/work/load', 'queues team open by due date'),
  command('My work', 'Notices by e-mail', '/work/notices', 'mail daily summary alerts'),
]

/** What a user may start or open, in the words of the screens. */
function commandsOf(actor: Actor): Command[] {
  const buttons = BUTTONS.flatMap(([functionId, permission, commands]) =>
    isAllowed(actor, functionId, permission) ? commands : [],
  )
  const pages = menusOf(actor).flatMap(({ domainType, links }) =>
    links.map(({ label, to }) => command(domainType, label, to)),
  )
  const administration = isAllowed(actor, 'administration')
    ? ADMINISTRATION.map(({ label, to, about, also }) =>
        command('Administration', label, to, `${about} ${also}`),
      )
    : []
  const matrix =
    isAllowed(actor, 'draftsdashboard') && isTeamLeader(actor)
      ? [command('Drafted Expenses', 'Authorisation matrix', '/authorisation-matrix', 'who may approve sign')]
      : []
  const work = actor.queues.length > 0 ? WORK_PAGES : []
  return [...buttons, ...work, ...pages, ...matrix, ...administration, ...OWN_PAGES]
}

/** How well a command fits: its label begins with the text, or has all words; or its other words do. */
function fit({ label, page, also }: Command, text: string, words: readonly string[]): number | null {
  const [name, all] = [label.toLowerCase(), `${label} ${page} ${also}`.toLowerCase()]
  if (name.startsWith(text)) return 0
  if (words.every((word) => name.includes(word))) return 1
  return words.every((word) => all.includes(word)) ? 2 : null
}

/** The commands and pages of a user that have all these words, those that begin with them first. */
export function commandsFor(actor: Actor, words: readonly string[]): Found[] {
  const lower = words.map((word) => word.toLowerCase())
  const text = lower.join(' ')
  return commandsOf(actor)
    .flatMap((each) => {
      const rank = fit(each, text, lower)
      return rank === null ? [] : [{ ...each, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ label, href, page }) => ({ key: `command ${href}`, label, href, note: page, place: null }))
}

/** The number of letters from which a text counts as the beginning of a command. */
const BEGUN = 3

/** Whether one of these commands begins with the text. */
export function isBegun(text: string, items: readonly Found[]): boolean {
  const begin = text.trim().toLowerCase()
  return begin.length >= BEGUN && items.some(({ label }) => label.toLowerCase().startsWith(begin))
}
