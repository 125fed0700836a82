import { setTimeout as wait } from 'node:timers/promises'
import type { Request, RequestHandler } from 'express'
import { showProgress } from '~/areas/access/demo-progress'
import { siteHealth } from '~/areas/system/site-health.server'
import { isMonitor } from './monitor'
import type { Services } from './services'

const PATIENCE_MS = 1_500

/** /healthz: the process responds. It queries nothing, so that a database outage does not get the process killed. */
export const alive: RequestHandler = (_, res) => {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.type('text').send('ok\n')
}

/**
 * /readyz: requests can be handled now, which needs the database and all of the demo data; 503 otherwise, and while the
 * process is ending. With `?verbose` a monitor also reads the state of each part, which decides nothing: a site without
 * its mail server goes on serving. For all others the answer is the same as without it.
 */
export function ready(services: Services, isStopping: () => boolean): RequestHandler {
  const { database, log } = services
  return async (req, res) => {
    const loading = services.demoProgress?.()
    const reason = isStopping()
      ? 'stopping'
      : loading
        ? `loading the demo data: ${showProgress(loading)}`
        : await outage(database.ping(), log)
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res
      .status(reason ? 503 : 200)
      .type('text')
      .send(`${reason ?? 'ready'}\n${await details(req)}`)
  }

  async function details(req: Request): Promise<string> {
    const wanted = /\?(.*&)?verbose(=|&|$)/.test(req.originalUrl)
    if (!wanted || !isMonitor(req, services.settings)) return ''
    const lines = await siteHealth(services)
    return lines.map(({ what, well, message }) => `${stateOf(well)} ${what}: ${message}\n`).join('')
  }
}

const stateOf = (well: boolean | null) => (well === null ? 'not used' : well ? 'OK' : 'NOT OK')

async function outage(ping: Promise<unknown>, log: Services['log']): Promise<string | null> {
  const late = new AbortController()
  try {
    await Promise.race([
      ping,
      wait(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${PATIENCE_MS} ms`)
      }),
    ])
    return null
  } catch (err) {
    log.warn({ err }, 'database not reachable')
    return 'database not reachable'
  } finally {
    late.abort()
  }
}
