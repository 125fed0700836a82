import type { Doors } from 'db/database'

/** Doors that break after so many transactions, as when the app is killed. */
export function breaking(doors: Doors, after: number): Doors {
  let left = after
  return {
    ...doors,
    transaction: (work) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : doors.transaction(work)
    },
  }
}
