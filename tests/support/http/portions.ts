import type { HttpSite } from 'tests/support/routes/http-site'
import { throttleCall, throttleFile } from '~/http/throttle'

/**
 * Counts portions of users’ calls and files in advance, more than a test needs: no transaction of its requests is then only
 * for counting.
 */
export async function countAhead(site: HttpSite, users: readonly Parameters<HttpSite['actor']>[0][]) {
  const settings = { ...site.services.settings, callsPerMinute: 600_000, filesPerMinute: 600_000 }
  Object.assign(site.services, { settings })
  for (const user of users) {
    const acting = { actor: site.actor(user), services: site.services }
    await throttleCall(acting)
    await throttleFile(acting)
  }
}
