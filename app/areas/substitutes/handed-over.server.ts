import { type Actor, FUNCTION_IDS, type FunctionId, type Rights } from '~/areas/access/actor'

/** What a user may do with a function. */
type Permissions = Rights['authorisations'][number]['permissions']

/** The rights of a person that their substitute gets, as they are stored. */
export interface HandedOver {
  queues: string[]
  authorisations: Partial<Record<FunctionId, Permissions>>
}

/** A substitute does not administer the site for the person who is away. */
const KEPT: readonly FunctionId[] = ['administration']

/** A person's own rights: not those that they have as a substitute. */
const ownRights = (actor: Actor): Rights => actor.own ?? actor

/** What a person hands over to their substitute: all of their own but Administration. */
export function handedOverBy(absent: Actor): HandedOver {
  const { queues, authorisations } = ownRights(absent)
  const handed = authorisations.filter(({ uxFunction }) => !KEPT.includes(uxFunction.uxFunction))
  return {
    queues: [...queues].sort(),
    authorisations: Object.fromEntries(
      handed.map(({ uxFunction, permissions }) => [uxFunction.uxFunction, permissions]),
    ),
  }
}

/** What of it the substitute does not have themselves; null where they have all. */
export function gainedBy(substitute: Actor, handed: HandedOver): HandedOver | null {
  const own = ownRights(substitute)
  const queues = handed.queues.filter((queue) => !own.queues.includes(queue))
  const gained = FUNCTION_IDS.flatMap((id): [FunctionId, Permissions][] => {
    const given = handed.authorisations[id]
    if (!given) return []
    const held = own.authorisations.find(({ uxFunction }) => uxFunction.uxFunction === id)?.permissions
    const isHeld =
      held && (held.add || !given.add) && (held.update || !given.update) && (held.delete || !given.delete)
    return isHeld ? [] : [[id, given]]
  })
  if (queues.length === 0 && gained.length === 0) return null
  return { queues, authorisations: Object.fromEntries(gained) }
}
