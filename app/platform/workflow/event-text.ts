import { ownValue } from '~/platform/values/own-value'
import type { HistoryEvent } from './history.server'

/** Names of actions that do not move the object. */
const ACTS: Record<string, string> = {
  comment: 'Comment',
  matching: 'Matching',
  'override rule': 'Rule result changed',
  'comment rule': 'Rule comment changed',
  'edit break': 'Matching break changed',
  'change reason': 'Reason changed',
  'tick check': 'Check ticked',
  'kpi comment': 'KPI comment',
  'upload draft': 'Invoice uploaded',
  'edit draft': 'Draft changed',
  allocate: 'Cost lines changed',
  'confirm totals': 'Totals confirmed',
  'recreate draft': 'Recreated from an invoice',
  'accept duplicate': 'Duplicate accepted',
  'change collection': 'Collection changed',
  'override budget': 'Budget may be exceeded',
  'create budget': 'Budget entered',
  'edit budget': 'Budget changed',
  'make run': 'Run created',
  'take out': 'Payment taken out',
  'make file': 'Bank file made',
  'bank answer': 'Answer of the bank',
  'take over': 'Taken over',
  'assign process': 'Assigned',
  'move process': 'Dates moved',
  'add document': 'Document added',
  'delete document': 'Document deleted',
}

type Said = Pick<HistoryEvent, 'type' | 'name' | 'status' | 'queue' | 'log'>

/** The name of an action that did not move the object; null for a move. */
export function actName({ type, name }: Pick<Said, 'type' | 'name'>): string | null {
  return type === 'act' ? (ownValue(ACTS, name) ?? name) : null
}

/** An event in one line: "SUBMITTED (TEAM LEADER): comment". */
export function eventText(event: Said): string {
  const what = actName(event) ?? `${event.status} (${event.queue})`
  return event.log === '' ? what : `${what}: ${event.log}`
}
