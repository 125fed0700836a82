import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { fileFormat } from 'db/schema/file-formats'
import { navErrorSetting } from 'db/schema/nav-errors'
import { ruleTolerance } from 'db/schema/navs'
import { workflowDefinition } from 'db/schema/workflow'
import { countDistinct, isNull } from 'drizzle-orm'
import { countWaiting } from '~/platform/approvals/pending-changes.server'

/** How many entries pages of Administration have, by address. */
export async function administrationCounts(read: Read): Promise<Record<string, number>> {
  const [users, waiting, tolerances, settings, [workflows], [formats]] = await Promise.all([
    read.$count(appUser, isNull(appUser.disabledAt)),
    countWaiting(read),
    read.$count(ruleTolerance),
    read.$count(navErrorSetting),
    read.select({ kinds: countDistinct(workflowDefinition.kind) }).from(workflowDefinition),
    read.select({ codes: countDistinct(fileFormat.code) }).from(fileFormat),
  ])
  return {
    '/admin/users': users,
    '/admin/changes': waiting,
    '/admin/tolerances': tolerances,
    '/admin/nav-errors': settings,
    '/admin/workflows': workflows?.kinds ?? 0,
    '/admin/formats': formats?.codes ?? 0,
  }
}
