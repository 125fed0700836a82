import type { EventClass } from '~/platform/workflow/types'
import { kindCounted } from './work'

/** Steps for several objects at once: what each would do, and what each did. */

/** What sends back, ends or sets aside comes after what leads on. */
const LAST = ['warning', 'invalidated', 'failed']
export const rankOf = ({ class: style }: Pick<SharedStep, 'class'>) => LAST.indexOf(style)

/** Ends the object: never offered first. */
export const ends = ({ class: style }: Pick<SharedStep, 'class'>) => style === 'failed'

/** An object among those that were marked. */
export interface MarkedObject {
  id: number
  /** "NAV" */
  kind: string
  href: string
  title: string
  status: string
  queue: string
  class: EventClass
}

/** A step that at least one of them may take. */
export interface SharedStep {
  /** Stable name of the step: "approve". */
  name: string
  /** "Approve" */
  display: string
  class: EventClass
  /** How many of the marked objects may take it, and what these are: "4 NAVs". */
  count: number
  objects: string
  commentRequired: boolean
}

/** Another page on which people go on with some of the marked objects. */
export interface MarkedAct {
  /** "New FIA 3 Files control" */
  label: string
  /** "4 NAVs" */
  objects: string
  href: string
}

/** An object as the preview of a step showed it: the step is taken on that, or refused. */
export interface PreviewedObject {
  id: number
  /** `workflowId` of the step. */
  stepId: number
  /** Its latest event then. */
  eventId: number
  /** Null for kinds without revisions. */
  revision: number | null
}

/** Objects of a preview in one form field. */
export const previewFieldText = (seen: readonly PreviewedObject[]) =>
  seen.map(({ id, stepId, eventId, revision }) => [id, stepId, eventId, revision ?? ''].join('.')).join(' ')

/** The objects in such a field; anything else in it is left out. */
export function previewedObjects(text: string): PreviewedObject[] {
  return text.split(/\s+/).flatMap((word) => {
    const [, id, stepId, eventId, revision] =
      /^(\d{1,15})\.(\d{1,9})\.(\d{1,15})\.(\d{0,9})$/.exec(word) ?? []
    if (id === undefined) return []
    const numbers = { id: Number(id), stepId: Number(stepId), eventId: Number(eventId) }
    return [{ ...numbers, revision: revision ? Number(revision) : null }]
  })
}

/** What a step does, or did, with one object: where it leads, or why not. */
export interface StepOutcome extends MarkedObject {
  /** The place after the step; null when it is refused. */
  to: { status: string; queue: string; class: EventClass } | null
  /** Why it is refused, in sentences; null when it is not. */
  refused: string | null
}

/** Most objects that take a step together. */
export const MAX_AT_ONCE = 100

/**
 * The address where the objects with these ids take a step.
 * @param list the address of the list, as it is filtered, that they were marked in: it is returned to
 */
export function stepsHref(ids: readonly string[], list: string): string {
  const [path = '', search] = list.split('?', 2)
  const params = new URLSearchParams(search)
  params.delete('selected')
  const back = params.size > 0 ? `${path}?${params}` : path
  return `/work/steps?${new URLSearchParams({ ids: ids.join(' '), back })}`
}

/**
 * The address of a list with the objects with these ids marked, in addition to those that it marks already.
 */
export function markedIn(list: string, ids: readonly number[]): string {
  if (ids.length === 0) return list
  const [path = '', search] = list.split('?', 2)
  const params = new URLSearchParams(search)
  const marked = new Set([...(params.get('selected')?.split(',') ?? []), ...ids.map(String)])
  params.set('selected', [...marked].join())
  return `${path}?${params}`
}

/** How many changes are marked among the objects: their ids are negative. They are decided on a separate page. */
export const changesIn = (text: string | null) =>
  (text ?? '').split(/\s+/).filter((word) => /^-\d{1,15}$/.test(word)).length

/** The ids in an address or a form, each once. */
export function idsIn(text: string | null): number[] {
  const words = (text ?? '').split(/\s+/).filter((word) => /^\d{1,15}$/.test(word))
  return [...new Set(words.map(Number))]
}

/** "3 NAVs and 2 drafts" */
export function kindsText(objects: readonly Pick<MarkedObject, 'kind'>[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of objects) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const words = [...counts].map(([kind, count]) => kindCounted(kind, count))
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? 'none')
}
