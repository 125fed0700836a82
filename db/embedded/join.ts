import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeOf } from './place'
import { livingPostmaster, secretsIn } from './postmaster'
import {
  AlreadyRunning,
  accountsMade,
  addressesOf,
  type Embedded,
  type EmbeddedOptions,
  patience,
  startEmbedded,
} from './start'

/**
 * For command-line tools: uses the running app's database when there is one, else starts it for the command. Either
 * way, call stop() at the end.
 */
export async function joinOrStartEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = placeOf(options.checkout, options.env)
  const until = Date.now() + patience
  while (Date.now() < until) {
    const living = livingPostmaster(place.data)
    if (!living) {
      try {
        return await startEmbedded(options)
      } catch (error) {
        if (!(error instanceof AlreadyRunning)) throw error // another process started it meanwhile
      }
    } else if (living.status === 'ready' && existsSync(accountsMade(place))) {
      return {
        ...addressesOf(living.socketFolder, secretsIn(place.folder)),
        folder: place.folder,
        pid: living.pid,
        firstStart: false,
        joined: true,
        ended: new Promise(() => {}),
        said: () => '',
        stop: async () => {},
      }
    }
    await sleep(50)
  }
  throw new Error(
    `The database in ${place.folder} is neither ready nor gone after ${patience / 1000} seconds.`,
  )
}
