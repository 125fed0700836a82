import { noPlace } from './faults'

/** Gives a place back; a second time does nothing. */
export type Leave = () => void

/**
 * A number of places, taken in the order of coming. Who finds none waits; after `waitMs` milliseconds it is refused.
 * Taking a place rejects with the signal's reason when that aborts meanwhile.
 */
export function openPlaces(count: number, waitMs: number): (signal?: AbortSignal) => Promise<Leave> {
  let free = count
  const waiting: (() => void)[] = []

  const wait = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        const at = waiting.indexOf(onFree)
        if (at >= 0) waiting.splice(at, 1)
      }
      const onFree = () => {
        done()
        resolve()
      }
      const onAbort = () => {
        done()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        done()
        reject(noPlace())
      }, waitMs)
      signal?.addEventListener('abort', onAbort)
      waiting.push(onFree)
    })

  return async (signal) => {
    signal?.throwIfAborted()
    if (free > 0) free -= 1
    else await wait(signal)
    let left = false
    return () => {
      if (left) return
      left = true
      const [next] = waiting
      if (next) next()
      else free += 1
    }
  }
}
