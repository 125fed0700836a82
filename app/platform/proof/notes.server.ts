import type { Read } from 'db/database'
import type { NOTES } from 'db/evidence/seal'
import { changeSeal, dataChange } from 'db/schema/evidence'
import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { jsonIn } from '~/platform/values/json-in'
import { isItsSeal } from './its-seal.server'

/** The sealed notes of a kind, oldest first. One that was changed is left out; an audit reports it. */
export async function sealedNotes<Content>(
  read: Read,
  about: (typeof NOTES)[number],
  schema: z.ZodType<Content>,
): Promise<{ sealId: number; at: Date; content: Content }[]> {
  const rows = await read
    .select({ sealId: dataChange.sealId, at: changeSeal.at, text: dataChange.rows })
    .from(dataChange)
    .innerJoin(changeSeal, isItsSeal)
    .where(eq(dataChange.tableName, about))
    .orderBy(asc(dataChange.id))
  return rows.flatMap(({ text, ...rest }) => {
    const { data: content } = schema.safeParse(jsonIn(text))
    return content === undefined ? [] : [{ ...rest, content }]
  })
}
