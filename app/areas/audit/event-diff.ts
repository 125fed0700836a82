import { BUDGET_LABELS } from '~/areas/budgets/budget'
import { DRAFT_LABELS } from '~/areas/expenses/expense'
import { ownValue } from '~/platform/values/own-value'
import { capitalised, showDay, showLongInstant } from '~/platform/values/show'
import type { EventValue } from './audit-event'

export interface EventContext {
  timeZone: string
  /** The name behind a number or code of a field ("Alpha SA" of supplier_id 12); null where it is unknown. */
  nameOf?: (field: string, value: unknown) => string | null
}

/** Names for before and after in the data of events. */
const PAIRS = [
  ['was', 'is'],
  ['before', 'after'],
] as const

type Fields = Readonly<Record<string, unknown>>

/**
 * All of an event's data, field by field: both sides of what changed, one side of what was entered. Texts that hold
 * JSON are parsed.
 */
export function eventValues(data: Fields, context: EventContext): EventValue[] {
  const opened: Fields = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, opening(value)]),
  )
  const values: EventValue[] = []
  const done = new Set<string>()
  for (const [before, after] of PAIRS) {
    if (!(before in opened) && !(after in opened)) continue
    done.add(before).add(after)
    values.push(...bothSides('', opened[before], opened[after], context))
  }
  for (const [name, was] of Object.entries(opened)) {
    const [, rest] = /^was([A-Z].*)$/.exec(name) ?? []
    if (!rest) continue
    // "wasCommentId" goes with "kpiCommentId", "wasComment" with "comment".
    const now = Object.keys(opened).find(
      (each) => each !== name && each.toLowerCase().endsWith(rest.toLowerCase()),
    )
    done.add(name).add(now ?? name)
    if (now !== undefined) values.push(...bothSides(now, was, opened[now], context))
    else values.push({ label: labelOf(rest), was: shown(rest, was, context), is: null })
  }
  for (const [name, value] of Object.entries(opened))
    if (!done.has(name)) values.push(...oneSide(name, value, context))
  return values
}

function opening(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opening)
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value === 'null' ? null : value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function bothSides(field: string, was: unknown, is: unknown, context: EventContext): EventValue[] {
  if (!isFields(was) && !isFields(is)) {
    const text = (value: unknown) => shown(field, value, context)
    return [{ label: labelOf(field || 'value'), was: text(was), is: text(is) }]
  }
  const [before, after] = [isFields(was) ? was : {}, isFields(is) ? is : {}]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    bothSides(nested(field, name), before[name] ?? null, after[name] ?? null, context),
  )
}

function oneSide(field: string, value: unknown, context: EventContext): EventValue[] {
  // "Budgets 1, excess", "Budgets 2, excess"
  if (Array.isArray(value) && value.some(isFields))
    return value.flatMap((each, at) => oneSide(`${field} ${at + 1}`, each, context))
  if (!isFields(value)) return [{ label: labelOf(field), was: null, is: shown(field, value, context) }]
  const names = Object.keys(value)
  if (names.length > 0 && names.every((name) => name === 'was' || name === 'is'))
    return bothSides(field, value.was ?? null, value.is ?? null, context)
  return names.flatMap((name) => oneSide(nested(field, name), value[name], context))
}

const nested = (field: string, name: string) => (field === '' ? name : `${field}, ${name}`)

const LABELS: Readonly<Record<string, string>> = { ...BUDGET_LABELS, ...DRAFT_LABELS, sha256: 'SHA-256' }

/** "Kpi method id" of "kpiMethodId" and "kpi_method_id". */
function labelOf(field: string): string {
  const label = ownValue(LABELS, field)
  if (label) return label
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return capitalised(words)
}

function shown(field: string, value: unknown, context: EventContext): string {
  if (value === null || value === undefined || value === '') return ''
  const named = context.nameOf?.(field, value)
  if (named) return `${named} (${String(value)})`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((each) => shown('', each, context)).join('; ')
  if (isFields(value))
    return Object.entries(value)
      .map(([name, each]) => `${labelOf(name)} ${shown(name, each, context)}`)
      .join(', ')
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return showDay(text)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return showLongInstant(text, context.timeZone)
  return text
}
