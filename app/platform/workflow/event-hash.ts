import { createHash } from 'node:crypto'
import type { State } from './types'

/**
 * JSON with sorted keys and no spaces: the same bytes for the same content, regardless of the order of its properties.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** All content of an event that the chain protects. */
export interface HashedEvent {
  objectKind: string
  objectId: number
  seq: number
  round: number
  type: string
  name: string
  stepId: number | null
  at: Date
  userId: number | null
  whoName: string
  fromQueue: string | null
  fromStatus: string | null
  queue: string
  status: string
  class: string
  log: string
  data: unknown
}

/** SHA-256 over the previous hash and the event's canonical JSON, in hex. The first event follows "". */
export function eventHash(event: HashedEvent, previousHash: string): string {
  const { at, ...rest } = event
  return sha256(`${previousHash}\n${canonicalJson({ ...rest, at: at.toISOString() })}`)
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export interface FirstEvent {
  kind: string
  objectId: number
  /** "create", "import". */
  name: string
  state: State
  log: string
  at: Date
}

/** The first event of an object's chain: by SYSTEM, with its hash. */
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
