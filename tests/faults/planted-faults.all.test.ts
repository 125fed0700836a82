import { nokRules } from 'tests/support/areas/navs/rules/rule-input'
import type { SetKind } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { RULES } from '~/areas/navs/rules/catalogue'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { FAULTS } from '../support/faults/faults'
import { inputWithFault } from '../support/faults/plant'

test.each<SetKind>(['FIA3', 'FIA2', 'MFFA'])('%s workbooks without a fault break no rule', async (set) => {
  const outcomes = evaluateRules(await inputWithFault({}, set))
  const wrong = outcomes.filter(({ result }) => result !== 'OK').map(({ id, result }) => `${id} ${result}`)
  const inventoryRules = RULES.filter(({ id }) => id.startsWith('I') || id === 'N15').map(
    ({ id }) => `${id} OK - not applicable`,
  )
  expect(wrong).toEqual(set === 'FIA2' ? inventoryRules : [])
})

test.each(RULES.map(({ id }) => id))(
  'a fault planted for %s is found by that rule and no other',
  async (id) => {
    const input = await inputWithFault(FAULTS[id])
    expect(nokRules(input)).toEqual([id])
  },
)

test.each(RULES.map(({ id }) => id))(
  'a Nav Pack with the fault of %s breaks that rule and no other',
  async (id) => {
    expect(nokRules(await inputWithFault(FAULTS[id], 'MFFA'))).toEqual([id])
  },
)

test('every figure of a breach is the value that its cell holds', async () => {
  for (const { id } of RULES) {
    const input = await inputWithFault(FAULTS[id])
    const cells = { current: cellsOf(input.data), previous: cellsOf(input.previous) }
    const outcome = evaluateRules(input).find((candidate) => candidate.id === id)
    expect(outcome?.breachCount, id).toBeGreaterThan(0)
    for (const breach of outcome?.breaches ?? []) {
      expect(breach.figures.length, `${id} ${breach.subject}`).toBeGreaterThan(0)
      for (const { upload, file, sheet, cell, value } of breach.figures) {
        expect(cells[upload].get(`${file} ${sheet}!${cell}`), `${id} ${sheet}!${cell}`).toBe(value)
      }
    }
  }
})

/** Every value of an upload by the cell that it was read from; blank cells hold an empty text. */
function cellsOf(data: ControlData | null): Map<string, string> {
  const cells = new Map<string, string>()
  for (const table of [data?.nav, data?.balance, data?.inventory]) {
    if (!table) continue
    const { file, sheet, columns, preamble } = table.source
    for (const { cell, value } of [preamble.fundCurrency, preamble.fundCode])
      cells.set(`${file} ${sheet}!${cell}`, value)
    for (const line of table.lines) {
      for (const [field, value] of Object.entries(line)) {
        if (columns[field]) cells.set(`${file} ${sheet}!${columns[field]}${line.row}`, String(value ?? ''))
      }
    }
  }
  return cells
}
