import fc from 'fast-check'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { rounds } from 'tests/support/rounds'
import { expect, test } from 'vitest'
import type { GroupSums, List, ListQuery } from '~/platform/lists/list'
import {
  agreeingLists,
  names,
  picks,
  query,
  type Row,
  withToggled,
} from '../../support/platform/lists/agreeing'

const { inSql, atHand } = await agreeingLists(await opened(testDatabase()))

async function everything(list: List<Row>, each: ListQuery) {
  const ids: number[] = []
  for await (const batch of list.rows(each)) ids.push(...batch.map(({ id }) => id))
  return { ids, groups: await list.groups(each) }
}

test('both give the same values of a column, and the same complete set with its groups', async () => {
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.constantFrom(...names),
      fc.constantFrom('', 'a', '2', '-', '%'),
      async (each, column, search) => {
        expect(await atHand.values(each, column, search)).toEqual(await inSql.values(each, column, search))
        expect(await everything(atHand, each)).toEqual(await everything(inSql, each))
      },
    ),
    { numRuns: rounds(40, 100) },
  )
}, 60_000)

test('pages of a grouped list show every row of every open group once, under its head', async () => {
  await fc.assert(
    fc.asyncProperty(query, picks, fc.constantFrom(1, 7, 25), async (plain, pick, size) => {
      fc.pre(plain.groups.length > 0)
      const each = await withToggled(atHand, { ...plain, size, page: 1 }, pick)
      const { lines } = await atHand.page(each)
      const shown: number[] = []
      const heads = new Set<string>()
      for (let page = 1; page <= Math.max(1, Math.ceil(lines / size)); page++) {
        const { rows: found, groups } = await inSql.page({ ...each, page })
        const closed = groups.filter(({ open }) => !open).length
        expect(found.length + closed).toBe(Math.min(size, lines - (page - 1) * size))
        shown.push(...found.map(({ id }) => id))
        for (const { path, continued } of groups)
          if (!continued) {
            expect(heads).not.toContain(JSON.stringify(path))
            heads.add(JSON.stringify(path))
          }
      }
      expect(new Set(shown).size).toBe(shown.length)
      const isOpen = ({ path }: GroupSums) =>
        (each.openGroups === 'all') !==
        each.toggled.some((other) => JSON.stringify(other) === JSON.stringify(path))
      const all = (await atHand.groups(each)).filter(({ level }) => level >= 0)
      const visible = all.filter(({ path, level }) =>
        all.every(
          (above) =>
            above.level >= level || !above.path.every((text, i) => text === path[i]) || isOpen(above),
        ),
      )
      expect(heads).toEqual(new Set(visible.map(({ path }) => JSON.stringify(path))))
      const innermost = visible.filter((group) => group.level === each.groups.length - 1 && isOpen(group))
      expect(shown).toHaveLength(innermost.reduce((sum, { count }) => sum + count, 0))
    }),
    { numRuns: rounds(40, 100) },
  )
}, 120_000)
