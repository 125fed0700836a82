import { type ChainHead, eventHash, type HashedEvent } from './event-hash'

/** An event as it is stored. */
export interface StoredEvent extends HashedEvent {
  id: number
  previousHash: string
  hash: string
}

/**
 * What is wrong with the next event of a chain, each as the end of a sentence about it; none if it follows.
 * @param head the event before it; null before the first
 */
export function eventFaults({ id, hash, previousHash, ...content }: StoredEvent, head: ChainHead | null) {
  const due = (head?.seq ?? 0) + 1
  const faults: string[] = []
  if (content.seq !== due) faults.push(`: number ${due} before it is missing`)
  else if (previousHash !== (head?.hash ?? '')) faults.push(' does not follow the event before it')
  if (eventHash(content, previousHash) !== hash)
    faults.push(' was changed: its content does not match its hash')
  return faults
}
