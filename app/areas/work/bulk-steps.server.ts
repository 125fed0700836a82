import type { Read } from 'db/database'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Actor, isAllowed, stepTaker } from '~/areas/access/actor'
import type { UserContext, UserWork } from '~/areas/access/user-context'
import { workOnPart } from '~/areas/access/user-work.server'
import { joined } from '~/platform/lists/list-fields.server'
import {
  type KindAtWork,
  kindsAtWork,
  objectKind,
  objectPage,
  place,
  stepsOfKind,
} from '~/platform/objects/object-kinds.server'
import { offeredSteps } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { EventClass, Instance, Step } from '~/platform/workflow/types'
import {
  kindsText,
  type MarkedAct,
  type MarkedObject,
  type PreviewedObject,
  rankOf,
  type SharedStep,
  type StepOutcome,
} from './bulk-steps'

/** A marked object with everything that decides its steps. */
export interface MarkedInstance extends MarkedObject {
  instance: Instance
  /** What a step is taken on: as it was when it was marked. Null for kinds without revisions. */
  revision: number | null
  /** All steps of its version of the workflow. */
  steps: Step[]
  offered: Step[]
  withheld: { step: Step; reason: string }[]
}

const ONE_BY_ONE =
  'Payments are approved and sent one by one, on the page of the invoice: you have to see the account that is paid.'

/**
 * The objects with these ids, in this order, and the steps that the user may take with each. What the user may not open
 * is left out, as if there were none.
 */
export async function markedInstances(
  { read, actor }: UserContext,
  ids: readonly number[],
): Promise<MarkedInstance[]> {
  if (ids.length === 0) return []
  const [first, ...others] = kindsAtWork()
    .filter(({ kind }) => objectKind(kind)?.functions.some((id) => isAllowed(actor, id)))
    .map((each) => objectsOf(read, each, ids))
  if (!first) return []
  const marked = (await others.reduce((all, part) => all.unionAll(part), first)).map(markedObject)
  marked.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return Promise.all(
    marked.map(async (object) => {
      const { instance } = object
      const [steps, marks] = await Promise.all([
        stepsOfInstance(read, instance),
        stepsOfKind(instance.kind).marks({ read }, instance),
      ])
      return { ...object, steps, ...offeredSteps(steps, instance, stepTaker(actor), marks) }
    }),
  )
}

/** The objects of one kind among these. */
const objectsOf = (read: Read, { kind, atWork }: KindAtWork, ids: readonly number[]) =>
  joined(
    read
      .select({
        objectId: place.objectId,
        kind: place.kind,
        definitionId: place.definitionId,
        round: place.round,
        queue: place.queue,
        status: place.status,
        class: place.class,
        lastEventId: place.lastEventId,
        lastEventAt: place.lastEventAt,
        label: sql<string>`${atWork.label}::text`,
        title: sql<string>`${atWork.title}`,
        revision: sql<number | null>`${atWork.revision}`,
      })
      .from(place)
      .$dynamic(),
    atWork.joins,
  ).where(and(eq(place.kind, kind), inArray(place.objectId, [...ids])))

type StoredObject = Awaited<ReturnType<typeof objectsOf>>[number]

function markedObject({ label, title, revision, ...stored }: StoredObject) {
  const instance: Instance = { ...stored, class: stored.class as EventClass }
  const { objectId: id, kind, queue, status } = instance
  return {
    id,
    kind: label,
    title,
    revision,
    queue,
    status,
    class: instance.class,
    href: objectPage({ kind, objectId: id }),
    instance,
  }
}

/** The steps that some of the objects may take: those that lead on first, of these that of most objects. */
export function sharedSteps(objects: readonly MarkedInstance[]): SharedStep[] {
  const shared = new Map<string, { step: Step; commentRequired: boolean; takers: MarkedInstance[] }>()
  for (const object of objects)
    for (const step of object.offered) {
      if (isMoney(object, step)) continue
      const existing = shared.get(step.name)
      shared.set(step.name, {
        step,
        commentRequired: step.commentRequired || (existing?.commentRequired ?? false),
        takers: [...(existing?.takers ?? []), object],
      })
    }
  return [...shared.values()]
    .map(({ step, commentRequired, takers }) => ({
      name: step.name,
      display: step.display,
      class: step.toClass,
      count: takers.length,
      objects: kindsText(takers),
      commentRequired,
    }))
    .sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count)
}

/** The pages on which this user goes on with some of the objects. */
export function markedActs(actor: Actor, objects: readonly MarkedInstance[]): MarkedAct[] {
  const kinds = [...new Set(objects.map(({ instance }) => instance.kind))]
  return kinds.flatMap((kind) =>
    (objectKind(kind)?.together ?? []).flatMap(({ label, at, may, href }) => {
      const there = objects.filter(({ instance }) => instance.kind === kind && at(instance))
      if (there.length === 0 || !may(actor)) return []
      return [{ label, objects: kindsText(there), href: href(there.map(({ id }) => id)) }]
    }),
  )
}

const isMoney = ({ instance }: MarkedInstance, { actingQueue }: Pick<Step, 'actingQueue'>) =>
  actingQueue === 'PAYMENT' && objectKind(instance.kind)?.paysNothing !== true

/** The step of this name that an object may take, or why not. */
function stepNamed(object: MarkedInstance, name: string): Step | string {
  const { instance, offered, withheld } = object
  const step = offered.find((each) => each.name === name)
  if (step) return isMoney(object, step) ? ONE_BY_ONE : step
  const held = withheld.find((each) => each.step.name === name)
  return held?.reason ?? `You cannot do this at ${instance.status} (${instance.queue}).`
}

/** The result of an attempt, which is rolled back on purpose. */
class Undone<Answer> extends Error {
  constructor(readonly answer: Answer) {
    super('Only tried')
  }
}

/** The same work in transactions that are always rolled back, each time. */
function onlyTried(user: UserWork): UserWork {
  return {
    ...user,
    sentKey: () => null,
    async transaction(work) {
      try {
        return await user.transaction(async (context) => {
          throw new Undone(await work({ ...context, sentKey: null }))
        })
      } catch (error) {
        if (error instanceof Undone) return error.answer
        throw error
      }
    },
  }
}

/** What the step would do with each object: it is taken, and rolled back. Nothing is stored. */
export async function previewSteps(
  user: UserWork,
  objects: readonly MarkedInstance[],
  name: string,
): Promise<(StepOutcome & { seen: PreviewedObject | null })[]> {
  const tried = onlyTried(user)
  const outcomes = []
  for (const object of objects) {
    const step = stepNamed(object, name)
    if (typeof step === 'string') {
      outcomes.push({ ...shownOf(object), to: null, refused: step, seen: null })
      continue
    }
    const { id, revision, instance } = object
    const seen = { id, stepId: step.id, eventId: instance.lastEventId, revision }
    // The comment is written next to the preview.
    const outcome = await outcomeOf(tried, object, seen, 'tried')
    outcomes.push({ ...outcome, seen: outcome.to && seen })
  }
  return outcomes
}

/**
 * Takes the steps that a preview offered, each once, in its own transaction: a refusal leaves the others as they are.
 * @param objects those of the ids that the user may open
 */
export async function takeSteps(
  user: UserWork,
  objects: readonly MarkedInstance[],
  { seen, comment }: { seen: readonly PreviewedObject[]; comment: string },
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  // One at a time: objects of one fund or supplier wait for each other's locks.
  for (const one of seen) {
    const object = objects.find(({ id }) => id === one.id)
    const step = object?.steps.find(({ id }) => id === one.stepId)
    if (!object || !step) continue
    outcomes.push(
      isMoney(object, step)
        ? { ...shownOf(object), to: null, refused: ONE_BY_ONE }
        : await outcomeOf(workOnPart(user, one.id), object, one, comment),
    )
  }
  return outcomes
}

const shownOf = ({ id, kind, href, title, status, queue, class: style }: MarkedInstance): MarkedObject => ({
  id,
  kind,
  href,
  title,
  status,
  queue,
  class: style,
})

async function outcomeOf(
  user: UserWork,
  object: MarkedInstance,
  { id: objectId, stepId, eventId: seenEventId, revision }: PreviewedObject,
  comment: string,
): Promise<StepOutcome> {
  const step = { objectId, stepId, seenEventId, revision, comment, paymentDate: null, accountSeen: null }
  try {
    const to = await stepsOfKind(object.instance.kind).take(user, step, async ({ tx }) => {
      const { status, queue, class: style } = await instanceById(tx, objectId)
      return { status, queue, class: style }
    })
    return { ...shownOf(object), to, refused: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const list = error.options.list?.join(', ') ?? ''
    return { ...shownOf(object), to: null, refused: [error.message, list].filter(Boolean).join(' ') }
  }
}
