import type { Read } from 'db/database'
import { savedLayout } from 'db/schema/layouts'
import { and, eq, ne } from 'drizzle-orm'
import { isLayoutId } from './saved-layout'

/** A state of a grid that its owner keeps under a name. */
export interface View {
  id: number
  key: string
  name: string
  state: unknown
  /** Of its owner. */
  userId: number
}

/** A view of anybody by its id, which is how views are shared: by link. Null when there is none. */
export async function viewById(read: Read, id: number): Promise<View | null> {
  if (!isLayoutId(id)) return null
  const [row] = await read
    .select({
      id: savedLayout.id,
      key: savedLayout.key,
      name: savedLayout.name,
      state: savedLayout.state,
      userId: savedLayout.userId,
    })
    .from(savedLayout)
    .where(and(eq(savedLayout.id, id), ne(savedLayout.name, '')))
  return row ?? null
}
