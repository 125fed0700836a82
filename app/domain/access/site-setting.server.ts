import type { Read } from 'db/doors'
import { siteSetting } from 'db/schema/access'
import { eq } from 'drizzle-orm'

/** True while the demo data is loaded: the login page then tells the demo users. */
export async function isDemoSite(read: Read): Promise<boolean> {
  const [row] = await read.select().from(siteSetting).where(eq(siteSetting.key, 'demo'))
  return row?.value === true
}
