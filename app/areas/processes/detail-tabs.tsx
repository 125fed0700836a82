import { askedTab } from '~/ui/tabs/asked-tab'

/** The tabs below an expanded process, in their order. */
export const DETAIL_TABS = [
  { id: 'tasks', label: 'Tasks' },
  { id: 'events', label: 'Process Events' },
] as const

export type ProcessDetailTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const askedDetail = askedTab(DETAIL_TABS, 'detail')
