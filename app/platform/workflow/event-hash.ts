import { createHash } from 'node:crypto'
import {
  type ActsFor,
  type EventAuthor,
  type EventData,
  type EventSubject,
  type NewEvent,
  SYSTEM,
} from './types'

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

/** The newest event of a chain. */
export interface ChainHead {
  seq: number
  hash: string
}

/** An event after the head of its chain, as it is stored; the first one of a chain has no head. */
export function chained(subject: EventSubject, event: NewEvent, head?: ChainHead) {
  const { kind, objectId, round, queue = null, status = null } = subject
  const actsFor =
    event.who && actsForIn(event.who, queue === null || queue === SYSTEM ? event.to.queue : queue)
  const content = {
    objectKind: kind,
    objectId,
    seq: (head?.seq ?? 0) + 1,
    round: round + (event.opensRound ? 1 : 0),
    type: event.type,
    name: event.name,
    stepId: event.stepId ?? null,
    at: event.now,
    userId: event.who?.id ?? null,
    whoName: event.who === null ? SYSTEM : authorName(event.who, actsFor),
    fromQueue: queue,
    fromStatus: status,
    queue: event.to.queue,
    status: event.to.status,
    class: event.to.class,
    log: storable(event.log),
    data: storableData({ ...event.data, ...(actsFor && { [ACTS_FOR]: actsFor.id }) }),
  }
  const previousHash = head?.hash ?? ''
  return { ...content, previousHash, hash: eventHash(content, previousHash) }
}

/** In the data of an event: the id of the user for whom it was done by their substitute. */
export const ACTS_FOR = 'actsFor'

/** For whom something is done in a queue: for whom the author has it, unless it is their own. */
function actsForIn({ actsFor, standsFor = [], own }: EventAuthor, queue: string): ActsFor | null {
  if (actsFor !== undefined) return actsFor
  if (own?.queues.includes(queue)) return null
  return standsFor.find(({ queues }) => queues.includes(queue)) ?? null
}

/** "Ann Lee for Bo Kim" */
const authorName = ({ fullName }: EventAuthor, actsFor: ActsFor | null) =>
  actsFor === null ? fullName : `${fullName} for ${actsFor.fullName}`

/**
 * Characters that PostgreSQL cannot store (U+0000, lone surrogates) become U+FFFD before hashing, so that the hash
 * matches the stored text.
 */
function storable(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD').replaceAll('\0', '\uFFFD')
}

function storableData(data: EventData): EventData {
  return JSON.parse(JSON.stringify(data), (_, value) =>
    typeof value === 'string' ? storable(value) : value,
  ) as EventData
}
