import { appUser } from 'db/schema/access'
import { clientValidator, expenseType, legalEntity, routineType } from 'db/schema/lookups'
import type { Actor } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import type { Doors, Read } from '../../../database'

/** Whom and what the stories name; asking for somebody whom the demo does not have is a mistake in a story. */
export interface Cast {
  actor(userName: string): Actor
  entity(name: string): number
  expense(name: string): number
  routine(name: string): number
  /** By first and last name. */
  validator(name: string): number
  /** By the key of its story. */
  budget(key: string): number
}

/** @param budgets the budgets that were played already, by the keys of their stories */
export async function castOf(
  { read }: Pick<Doors, 'read'>,
  budgets: ReadonlyMap<string, number>,
): Promise<Cast> {
  const actors = new Map<string, Actor>()
  for (const { id } of await read.select({ id: appUser.id }).from(appUser)) {
    const actor = await actorById(read, id, new Date())
    if (actor) actors.set(actor.userName, actor)
  }
  const validators = await read.select().from(clientValidator)
  return {
    actor: lookUp(actors),
    entity: lookUp(await namesOf(read, legalEntity)),
    expense: lookUp(await namesOf(read, expenseType)),
    routine: lookUp(await namesOf(read, routineType)),
    budget: lookUp(budgets),
    validator: lookUp(
      new Map(validators.map(({ id, firstName, lastName }) => [`${firstName} ${lastName}`, id])),
    ),
  }
}

async function namesOf(
  read: Read,
  table: typeof legalEntity | typeof expenseType | typeof routineType,
): Promise<Map<string, number>> {
  const rows = await read.select({ id: table.id, name: table.name }).from(table)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

function lookUp<Value>(known: ReadonlyMap<string, Value>) {
  return (name: string): Value => {
    const found = known.get(name)
    if (found === undefined) throw new Error(`The demo has no "${name}"`)
    return found
  }
}
