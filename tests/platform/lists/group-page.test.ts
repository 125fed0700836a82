import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GroupPath, type ListQuery, WHOLE } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import { fieldsOf } from '~/ui/grid/columns'

type Row = { a: string; b: string }
const list = (rows: Row[]) => rowList(rows, fieldsOf({ a: 'text', b: 'text' }))
const row = fc.record({ a: fc.constantFrom('1', '2', '3'), b: fc.constantFrom('x', 'y') })

function otherWay(toggled: readonly GroupPath[], path: GroupPath): GroupPath[] {
  const others = toggled.filter((each) => each.join('|') !== path.join('|'))
  return others.length < toggled.length ? others : [...others, path]
}

test('opening or closing a group stays on the page where it begins', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom('all' as const, 'none' as const),
      fc.array(fc.constantFrom(['1'], ['2'], ['1', 'x'], ['3', 'y']), { maxLength: 3 }),
      fc.nat(),
      async (rows, size, openGroups, toggled, pick) => {
        const rest: ListQuery = { ...WHOLE, groups: ['a', 'b'], size, openGroups, toggled }
        const { lines } = await list(rows).page({ ...rest, page: 1 })
        const page = 1 + (pick % Math.ceil(lines / size))
        const { groups } = await list(rows).page({ ...rest, page })
        const head = groups[pick % groups.length]
        if (!head) throw new Error('no head')
        expect(head.page <= page).toBe(true)
        expect(head.continued).toBe(head.page < page)
        const next = { ...rest, toggled: otherWay(toggled, head.path), page: head.page }
        const after = await list(rows).page(next)
        const same = after.groups.find(({ path }) => path.join('|') === head.path.join('|'))
        expect(same).toMatchObject({ open: !head.open, continued: false, page: head.page })
      },
    ),
  )
})
