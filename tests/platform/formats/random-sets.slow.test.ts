import fc from 'fast-check'
import { randomSet } from 'tests/support/formats/random-set'
import { rounds } from 'tests/support/rounds'
import { Random } from 'tests/support/workbooks/random'
import { expect, test } from 'vitest'
import { checkFormat } from '~/platform/formats/format'
import { readTables } from '~/platform/formats/read-tables'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

test('random sets of any kind of table and file are read back exactly: funds, facts, lines and their cells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const { format, name, bytes, known, expected, skipped } = randomSet(new Random(seed))
      const checked = checkFormat(format)
      if ('faults' in checked) throw new Error(JSON.stringify([checked.faults, format]))
      const { tables, faults } = readTables(checked.format, await readWorkbook(bytes, name), known)
      expect(faults).toEqual([])
      expect(tables.map(({ funds }) => funds)).toEqual([expected])
      expect(tables[0]?.skipped).toBe(skipped)
    }),
    { numRuns: rounds(300, 3_000) },
  )
}, 240_000)
