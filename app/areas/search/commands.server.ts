import { type Actor, type FunctionId, isAllowed, type Permission } from '~/areas/access/actor'
import { menusOf } from '~/areas/access/menu'
import type { Found } from './search'

interface Command {
  label: string
  href: string
  functionId: FunctionId
  permission: Permission
}

/** What starts at its own address, in addition to the pages of the menus. */
const COMMANDS: readonly Command[] = [
  { label: 'New FIA 3 control', href: '/nav-controls/new/fia-3', functionId: 'navctrl', permission: 'add' },
  { label: 'New FIA 2 control', href: '/nav-controls/new/fia-2', functionId: 'navctrl', permission: 'add' },
  {
    label: 'New MFFA control',
    href: '/nav-controls/new/multifonds',
    functionId: 'navctrl',
    permission: 'add',
  },
  { label: 'New draft', href: '/drafts/new', functionId: 'draftsdashboard', permission: 'add' },
  {
    label: 'New drafts from several files',
    href: '/drafts/batch',
    functionId: 'draftsdashboard',
    permission: 'add',
  },
  { label: 'New budget', href: '/budgets/new', functionId: 'budgets', permission: 'add' },
  {
    label: 'Export NAV Controls to Excel',
    href: '/nav-controls/export/navs.xlsx',
    functionId: 'navctrl',
    permission: 'open',
  },
  {
    label: 'Export NAV Production to Excel',
    href: '/production/export/production.xlsx',
    functionId: 'production',
    permission: 'open',
  },
  {
    label: 'Export drafts to Excel',
    href: '/drafts/export/drafts.xlsx',
    functionId: 'draftsdashboard',
    permission: 'open',
  },
  {
    label: 'Export invoices to Excel',
    href: '/invoices/export/invoices.xlsx',
    functionId: 'transactiondashboard',
    permission: 'open',
  },
  {
    label: 'Export budgets to Excel',
    href: '/budgets/export/budgets.xlsx',
    functionId: 'budgets',
    permission: 'open',
  },
  {
    label: 'Export processes to Excel',
    href: '/processes/export/processes.xlsx',
    functionId: 'processdashboard',
    permission: 'open',
  },
]

/** The pages and commands of a user that have all these words, commands first. */
export function commandsFor(actor: Actor, words: readonly string[]): Found[] {
  const own = COMMANDS.filter(({ functionId, permission }) => isAllowed(actor, functionId, permission))
  const pages = menusOf(actor).flatMap(({ links }) => links.map(({ label, to }) => ({ label, href: to })))
  const work = actor.queues.length > 0 ? [{ label: 'My work', href: '/work' }] : []
  const has = (label: string) => words.every((word) => label.toLowerCase().includes(word.toLowerCase()))
  return [...own, ...work, ...pages]
    .filter(({ label }) => has(label))
    .map(({ label, href }) => ({ key: `command ${href}`, label, href, note: '', place: null }))
}

/** The number of letters from which a text counts as the beginning of a command. */
const BEGUN = 3

/** Whether one of these is a command that begins with the text. */
export function isBegun(text: string, items: readonly Found[]): boolean {
  const begin = text.trim().toLowerCase()
  const begun = COMMANDS.filter(({ label }) => label.toLowerCase().startsWith(begin))
  return begin.length >= BEGUN && items.some(({ href }) => begun.some((command) => command.href === href))
}
