import { counted } from '~/platform/values/show'
import { NEWS_PATH } from './news'

/** How much waits for a user, and how much of it is late; and of what kinds it is, in their alphabet. */
export interface WorkCount {
  waiting: number
  late: number
  kinds: { kind: string; waiting: number }[]
}

/** "26 NAVs", "1 bank account", "2 NAV errors". */
export const kindCounted = (kind: string, count: number) =>
  counted(count, kind.startsWith('NAV') ? kind : kind.toLowerCase())

/** The lists of a user's work, by the last part of their address; `file` names their exports. */
export const WORK_VIEWS = {
  mine: {
    path: '/work',
    file: 'my_work',
    label: 'To do',
    empty: 'Nothing to do. Work for your queues appears here.',
  },
  returned: {
    path: '/work/returned',
    file: 'came_back',
    label: 'Returned',
    empty: 'Nothing was returned. Returned and reopened work appears here with its comment.',
  },
  others: {
    path: '/work/others',
    file: 'waits_for_others',
    label: 'Waiting on others',
    empty: 'Nothing waits on others. What you sent on in the last year appears here until it is completed.',
  },
  done: {
    path: '/work/done',
    file: 'done_today',
    label: 'Done today',
    empty: 'You have not taken a step today yet.',
  },
  open: {
    path: '/work/open',
    file: 'all_open',
    label: 'All open',
    empty: 'Nothing is open that you may see.',
  },
} as const

export type WorkView = keyof typeof WORK_VIEWS

/** The list that an address names; null for an unknown one. */
export function workView(name: string | undefined): WorkView | null {
  if (name === undefined) return 'mine'
  return name !== 'mine' && Object.hasOwn(WORK_VIEWS, name) ? (name as WorkView) : null
}

/** The changes that wait for a second person: what each does, and its decision. */
export const CHANGES_PATH = '/work/changes'

/** E-mail notices about it. */
export const NOTICES_PATH = '/work/notices'

/** The page that the link sent to an address leads to. */
export const CONFIRM_PATH = '/work/notices/confirm'

/** What waits for each queue, by the day on which it is due. */
const LOAD_PATH = '/work/load'

/** What is open in a queue. */
export interface QueueLoad {
  queue: string
  /** Due before today. */
  late: number
  /** Due today, tomorrow and so on: DAYS_AHEAD of them. */
  days: number[]
  /** Due after these. */
  later: number
  /** Without a day. */
  undated: number
}
export const DAYS_AHEAD = 10

/** The rows behind a count of the workload. @param due a filter of the due day, or of the days until it */
export function openOf(queue: string, due: Readonly<Record<string, string>> = {}): string {
  return `${WORK_VIEWS.open.path}?${new URLSearchParams({ 'in.queue': queue, ...due })}`
}

/** What the row of links depends on. */
export interface WorkTabs {
  /** The user may decide changes of some kind. */
  decides: boolean
  /** The site sends e-mail. */
  mails: boolean
}

/** The row of links between the lists. */
export function workLinks({ decides, mails }: WorkTabs) {
  const lists = Object.values(WORK_VIEWS).map(({ path, label }) => ({
    href: path as string,
    label: label as string,
    exact: path === WORK_VIEWS.mine.path,
  }))
  const changes = { href: CHANGES_PATH, label: 'Changes to decide', exact: true }
  const news = { href: NEWS_PATH, label: 'Notices', exact: true }
  const load = { href: LOAD_PATH, label: 'Workload', exact: true }
  const notices = { href: NOTICES_PATH, label: 'Notices by e-mail', exact: true }
  return [
    ...lists.slice(0, 1),
    ...(decides ? [changes] : []),
    ...lists.slice(1),
    news,
    load,
    ...(mails ? [notices] : []),
  ]
}

/** How often users are notified by e-mail. */
export const FREQUENCIES = ['at once', 'daily'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** The longest e-mail address (RFC 3696, erratum 1690). */
export const MAX_ADDRESS = 254

/** Whether the site sends notices to an address. @param domains those that are allowed; missing: any */
export function isAllowedAddress(address: string, domains: readonly string[] | undefined): boolean {
  const domain = address.split('@').at(-1)?.toLowerCase() ?? ''
  return domains?.includes(domain) ?? true
}

/** How a user is notified by e-mail of what waits. */
export interface MailPreference {
  address: string
  frequency: Frequency
  /** After so many days the user is notified of an object that still waits. */
  waitsDays: number
}
