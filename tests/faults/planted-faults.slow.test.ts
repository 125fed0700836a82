import { nokRules } from 'tests/support/areas/navs/rules/rule-input'
import { examine } from 'tests/support/rule-oracle/examine'
import type { ControlSet } from 'tests/support/workbooks/control-set'
import type { SetKind } from 'tests/support/workbooks/plan'
import { steadySet } from 'tests/support/workbooks/set'
import { expect, test } from 'vitest'
import { RULES } from '~/areas/navs/rules/catalogue'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { CERTAIN } from '../support/faults/catalogue'
import { deliveredInput } from '../support/faults/engine'

/** The rules that compare the administrator's files; those after them need second sources, or days of rates and hedges. */
const OF_FILES = RULES.slice(0, 41)

test.each<SetKind>(['FIA3', 'FIA2', 'MFFA'])('%s workbooks without errors break no rule', async (set) => {
  const outcomes = evaluateRules(await deliveredInput(steadySet(set))).slice(0, OF_FILES.length)
  const wrong = outcomes.filter(({ result }) => result !== 'OK').map(({ id, result }) => `${id} ${result}`)
  const inventoryRules = OF_FILES.filter(({ id }) => id.startsWith('I') || id === 'N15').map(
    ({ id }) => `${id} OK - not applicable`,
  )
  expect(wrong).toEqual(set === 'FIA2' ? inventoryRules : [])
})

function withFault({ certain }: (typeof CERTAIN)[number], kind: SetKind = 'FIA3'): ControlSet {
  const set = steadySet(kind)
  certain(set)
  return set
}

test('each of the 41 rules of files has its own fault', () => {
  expect(CERTAIN.map(({ rule }) => rule).sort()).toEqual(OF_FILES.map(({ id }) => id).sort())
})

/** The rules of files that are not OK in a set. */
async function found(set: ControlSet): Promise<string[]> {
  const ids = new Set<string>(OF_FILES.map(({ id }) => id))
  return nokRules(await deliveredInput(set)).filter((id) => ids.has(id))
}

test.each(CERTAIN)('only $rule finds: $name', async (fault) => {
  const set = withFault(fault)
  expect(await found(set)).toEqual([fault.rule])
  const examined = examine(set).results.filter(({ result }) => result === 'NOK')
  expect(examined.map(({ id }) => id)).toEqual([fault.rule])
})

test.each(CERTAIN)('in a Nav Pack only $rule finds: $name', async (fault) => {
  expect(await found(withFault(fault, 'MFFA'))).toEqual([fault.rule])
})

test('every figure of a breach is the value in its cell', async () => {
  for (const fault of CERTAIN) {
    const id = fault.rule
    const input = await deliveredInput(withFault(fault))
    const cells = { current: cellsOf(input.data), previous: cellsOf(input.previous), source: new Map() }
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

/** Every value of an upload by its cell; blank cells are an empty text. */
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
