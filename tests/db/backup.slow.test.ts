import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backUp, restore } from 'db/embedded/backup'
import { startEmbedded } from 'db/embedded/start'
import { client } from 'tests/support/postgres/copy'
import { checkout, migratedServer, throwawayFolder } from 'tests/support/postgres/throwaway'
import { expect, test } from 'vitest'

test('a backup made while rows are added restores to one consistent state, and overwrites nothing by default', async () => {
  const server = await migratedServer({})
  const kept = throwawayFolder()
  const other = throwawayFolder()
  const owner = client(server.ownerUrl)
  const env = { ...process.env, FUNDESK_DATA: other.folder }
  try {
    await owner`create table pair (work integer not null, part integer not null)`
    let goesOn = true
    let added = 0
    const adding = (async () => {
      for (let work = 1; goesOn; work += 1) {
        await owner.begin((tx) => [
          tx`insert into pair values (${work}, 1)`,
          tx`insert into pair select ${work}, 2`,
        ])
        added = work
      }
    })()
    await expect.poll(() => added, { timeout: 20_000 }).toBeGreaterThan(20)
    const before = added
    const backup = join(kept.folder, 'monday')
    await backUp(server, backup)
    const after = added
    goesOn = false
    await adding
    await expect(backUp(server, backup)).rejects.toThrow('exists already')
    const file = join(kept.folder, 'a-file')
    writeFileSync(file, '')
    await expect(backUp(server, join(file, 'monday'))).rejects.toThrow(
      `${join(file, 'monday')} is below a file. Name a folder that does not exist yet.`,
    )
    expect(() => restore(kept.folder, checkout, env)).toThrow('is no backup')

    expect(restore(backup, checkout, env)).toBe(null)
    const restored = await startEmbedded({ checkout, env, settings: { fsync: 'off' } })
    const there = client(restored.ownerUrl)
    const [row] = await there`select count(*)::int as parts, max(work) as last,
      (select count(*)::int from (select from pair group by work having count(*) <> 2) as of) as odd from pair`
    expect(row?.odd).toBe(0)
    expect(row?.parts).toBe(2 * row?.last)
    expect(row?.last).toBeGreaterThanOrEqual(before)
    expect(row?.last).toBeLessThanOrEqual(after + 1)
    expect(() => restore(backup, checkout, env)).toThrow('Stop it first')
    await there.end({ timeout: 1 })
    await restored.stop()
    const aside = restore(backup, checkout, env)
    expect(aside && existsSync(join(aside, 'PG_VERSION'))).toBe(true)
  } finally {
    await owner.end({ timeout: 1 })
    await server.stop()
    kept.remove()
    other.remove()
  }
})
