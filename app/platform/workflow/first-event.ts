import { eventHash } from './event-hash'
import type { State } from './types'

export interface FirstEvent {
  kind: string
  objectId: number
  /** "create", "import". */
  name: string
  state: State
  log: string
  at: Date
}

/** The event that begins an object's chain: by SYSTEM, with its hash. */
export function firstEvent({ kind, objectId, name, state, log, at }: FirstEvent) {
  const content = {
    objectKind: kind,
    objectId,
    seq: 1,
    round: 1,
    type: 'system',
    name,
    stepId: null,
    at,
    userId: null,
    whoName: 'SYSTEM',
    fromQueue: null,
    fromStatus: null,
    queue: state.queue,
    status: state.status,
    class: state.class,
    log,
    data: {},
  }
  return { ...content, previousHash: '', hash: eventHash(content, '') }
}
