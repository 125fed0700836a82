import type { DeltaStatus } from './delta-types'

/** The status of something that either date may lack. */
export function statusOf(now: unknown, before: unknown, equal: boolean): DeltaStatus {
  if (before === undefined) return 'NEW'
  if (now === undefined) return 'REMOVED'
  return equal ? 'UNCHANGED' : 'CHANGED'
}
