import type { Read } from 'db/database'
import { structureOf, structureOfRelease } from 'db/evidence/structure'

/**
 * Compares triggers, functions, views, constraints, columns and settings of the database with what the release's migrations make:
 * a sentence for each that differs, is missing, or is not of the release. Tables of the site's own are left alone.
 * @param read of db/snapshot.ts
 * @param migrations the folder of the release's migrations
 */
export async function verifyStructure(read: Read, migrations: string): Promise<string[]> {
  const release = structureOfRelease(migrations)
  const items = await structureOf(read)
  const findings: string[] = []
  for (const { table, name, definition } of items) {
    const due = release.get(name)
    if (due === undefined) {
      if (table === null || release.has(`table ${table}`))
        findings.push(`${name}: the release does not have it: ${definition}`)
    } else if (due !== definition)
      findings.push(`${name}: it is ${definition}, and the release made it ${due}`)
  }
  const there = new Set(items.map(({ name }) => name))
  for (const name of release.keys())
    if (!there.has(name)) findings.push(`${name}: the release made it, and it was removed`)
  return findings
}
