import fc from 'fast-check'
import { randomBook } from 'tests/support/formats/random-book'
import { rounds } from 'tests/support/rounds'
import { Random } from 'tests/support/workbooks/random'
import { expect, test } from 'vitest'
import { checkFormat } from '~/platform/formats/format'
import { readTables } from '~/platform/formats/read-tables'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

const RUNS = rounds(200, 2_000)

test('random books in random formats are read back exactly, with the cell of every value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const { format, name, bytes, known, expected, skipped } = randomBook(new Random(seed))
      const checked = checkFormat(format)
      if ('faults' in checked) throw new Error(JSON.stringify(checked.faults))
      const { tables, faults } = readTables(checked.format, await readWorkbook(bytes, name), known)
      expect(faults).toEqual([])
      expect(tables).toHaveLength(1)
      const [table] = tables
      const funds = table?.funds.map(({ facts, lines }) => ({
        facts: Object.fromEntries(Object.entries(facts).map(([fact, { value }]) => [fact, value])),
        lines,
      }))
      expect(funds).toEqual(expected)
      expect(table?.skipped).toBe(skipped)
    }),
    { numRuns: RUNS },
  )
}, 120_000)
