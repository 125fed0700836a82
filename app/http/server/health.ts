import { setTimeout as wait } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import { showProgress } from '~/areas/access/demo-progress'
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
 * process is ending.
 */
export function ready(services: Services, isStopping: () => boolean): RequestHandler {
  const { database, log } = services
  return async (_, res) => {
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
      .send(`${reason ?? 'ready'}\n`)
  }
}

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
