import type { EventClass } from '~/platform/workflow/types'

/** What others did with the work of a user. */
export const NEWS_PATH = '/work/news'

/** More are not counted. */
export const MAX_COUNTED = 99

/** "7"; "99+" for more than are counted. */
export const newsCounted = (count: number) => (count > MAX_COUNTED ? `${MAX_COUNTED}+` : String(count))

/** What another user did with an object. */
export interface NewsItem {
  /** Of the event. */
  id: number
  at: Date
  /** "NAV Alcyon Equity, 30/10/2026" */
  title: string
  href: string
  by: string
  /** What was said with it. */
  said: string
  /** Where it led. */
  status: string
  queue: string
  class: EventClass
  /** The user was mentioned in it. */
  mentioned: boolean
  /** It came since the user last looked. */
  isNew: boolean
}
