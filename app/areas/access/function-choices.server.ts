import type { Read } from 'db/database'
import { uxFunction } from 'db/schema/access'
import { asc } from 'drizzle-orm'
import { FUNCTION_IDS, type FunctionId } from './actor'

/** A page of the product that people are authorised for. */
export interface FunctionChoice {
  id: FunctionId
  name: string
}

/** All of them, in the order of the menus. */
export async function functionChoices(read: Read): Promise<FunctionChoice[]> {
  const rows = await read
    .select({ id: uxFunction.id, name: uxFunction.name })
    .from(uxFunction)
    .orderBy(asc(uxFunction.uxSortOrder))
  return rows.flatMap(({ id, name }) => {
    const known = FUNCTION_IDS.find((each) => each === id)
    return known ? [{ id: known, name }] : []
  })
}
