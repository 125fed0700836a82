import type { Database, Transaction } from 'db/database'
import { siteSetting } from 'db/schema/access'
import { inArray } from 'drizzle-orm'
import { DEMO_ENDS } from '~/areas/access/demo-time'
import { putSiteSetting } from '~/areas/access/site-setting.server'

/** The real instant at which the time of the demo began, in the site's settings. */
const SETTING = 'demo clock'
/** The setting of the demo data; missing until a start begins to load it. */
const DEMO_DATA = 'demo'

interface SiteClock {
  clock: () => Date
  /** Whether it shows the time of the demo. */
  isOfDemo(): boolean
  /**
   * Follows the settings of the site, once its database is open.
   * @param servesDemo a site without any data gets the demo: its time begins now
   */
  follow(database: Pick<Database, 'transaction'>, servesDemo: boolean): Promise<void>
}

/**
 * The time of the site. With demo data it begins where the story of the demo ends, when the data is first loaded, and
 * goes on at the pace of real time, also while the site is down: so nothing in the demo grows old before its users come.
 * Sites that have the data from an earlier release keep real time, as their events have it.
 */
export function siteClock(realTime: () => Date): SiteClock {
  let aheadMs: number | null = null
  return {
    clock: () => new Date(realTime().getTime() + (aheadMs ?? 0)),
    isOfDemo: () => aheadMs !== null,
    async follow({ transaction }, servesDemo) {
      const begun = await transaction((tx) => demoBegan(tx, servesDemo ? realTime() : null))
      aheadMs = begun && DEMO_ENDS.getTime() - begun.getTime()
    },
  }
}

/**
 * When the time of the demo began; null for a site in real time.
 * @param now stored for a site without any data; null to store nothing
 */
async function demoBegan(tx: Transaction, now: Date | null): Promise<Date | null> {
  const rows = await tx
    .select()
    .from(siteSetting)
    .where(inArray(siteSetting.key, [SETTING, DEMO_DATA]))
  const stored = rows.find(({ key }) => key === SETTING)
  if (stored) return new Date(String(stored.value))
  if (now === null || rows.length > 0) return null
  await putSiteSetting(tx, SETTING, now.toISOString())
  return now
}
