import { dayIn } from '~/platform/values/day'

/** A Friday morning after the story of the demo: no test depends on the day or the hour at which it runs. */
const BEGINS = new Date('2026-11-27T08:00:00Z')

/** How far the clock of the site that browser tests share is ahead of the machine's: it begins when this is loaded. */
export const SITE_AHEAD_MS = BEGINS.getTime() - Date.now()

/** The time of that site. */
export const siteNow = () => new Date(Date.now() + SITE_AHEAD_MS)

/** The day of that site. */
export const siteToday = () => dayIn(siteNow(), 'Europe/Luxembourg')
