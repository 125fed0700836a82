import { COVERED } from 'db/evidence/covered'
import { verifyChanges } from '~/platform/proof/verify-changes.server'
import type { SealedSite } from './sealed-site'
import { drawer, KINDS, type Tampering, tablesOf, tamper } from './tamper'

interface Tampered {
  /** Manipulations that no finding names with row, and field if one was changed. */
  missed: string[]
  done: number
  /** The number of manipulations of each table, by kind. */
  counts: Map<string, Map<string, number>>
}

/**
 * As many manipulations as rounds, in all covered tables with rows and of every kind, in batches; each batch is searched for,
 * and reverted.
 * @param each number per table in a batch
 */
export async function unnamed(
  site: Pick<SealedSite, 'admin' | 'untold' | 'readAside' | 'signing'>,
  { rounds, seed, each = 1 }: { rounds: number; seed: number; each?: number },
): Promise<Tampered> {
  const tables = await tablesOf(site)
  const draw = drawer(seed)
  const missed: string[] = []
  const counts = new Map<string, Map<string, number>>()
  let done = 0
  while (done < rounds) {
    const [{ last = 0 } = {}] = await site.admin<
      { last: number }[]
    >`select max(id)::int as last from data_change`
    const taken = new Set<string>()
    const batch: Tampering[] = []
    for (const [table, columns] of tables) {
      for (let time = 0; time < each && done + batch.length < rounds; time++) {
        const kind = KINDS[(draw(KINDS.length) + time) % KINDS.length] ?? 'changed'
        const made = await tamper(site, { table, kind, columns, draw, taken })
        if (made) batch.push(made)
      }
    }
    const { findings } = await verifyChanges(site.readAside, site.signing.all, 100_000)
    for (const { table, kind, key, field } of batch) {
      const ofTable = counts.get(table) ?? new Map()
      counts.set(table, ofTable.set(kind, (ofTable.get(kind) ?? 0) + 1))
      const start = new RegExp(`^${table} ${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[ :,]`)
      const named = findings.filter((finding) => start.test(finding))
      // A row written by a trigger has no seal, and the finding names the change that contains it; another manipulation may
      // have overwritten that one.
      const told = named.some(
        (finding) =>
          kind !== 'changed' || finding.includes(`field ${field}:`) || finding.includes('has no seal'),
      )
      if (!told) missed.push(`${kind} ${table} ${key} ${field ?? ''}: told ${named.join('; ') || 'nothing'}`)
    }
    await site.untold(
      ...batch.toReversed().flatMap(({ undo }) => undo),
      `delete from data_change where id > ${last}`,
    )
    done += batch.length
  }
  return { missed, done, counts }
}

/** The covered tables without a manipulation. */
export const untouched = (counts: Tampered['counts']) =>
  Object.keys(COVERED).filter((name) => !counts.has(name))
