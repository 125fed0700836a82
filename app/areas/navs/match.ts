import { Big } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { compareSides } from './compare-sides'
import type { MatchingResult, MatchingRow } from './matching-types'
import { administratorLines, groupLines, type MatchableLine, managerLines, positionOf } from './positions'
import { shownDay } from './rules/wording'
import type { ControlData, InventoryLine, MatchingData, Table } from './workbooks/control-data'

const TITLE = 'File cannot be integrated, see error.'

/**
 * Matches the inventory of a NAV's control with the management company's positions (nav controls, section 4): by ISIN
 * and currency, and what stays unmatched by instrument code. Cash is left out.
 * Throws `refused` when the control has no inventory, `invalid` when the workbook is of another NAV.
 */
export function match(control: ControlData, data: MatchingData): MatchingResult {
  const inventory = inventoryOf(control)
  if (data.fundCode !== control.fundCode || data.navDate !== control.navDate) {
    throw new DomainError(
      'invalid',
      `${data.matching.source.file} is of ${data.fundCode} ${shownDay(data.navDate)}, this NAV is ${control.fundCode} ${shownDay(control.navDate)}. Choose the matching workbook of this NAV.`,
      { title: TITLE },
    )
  }
  const tnaLine = control.nav.lines.find((line) => line.type === 'FUND TNA' && line.code === control.fundCode)
  const fundTna = new Big(tnaLine?.value ?? '0')
  const pairs = pairLines(administratorLines(inventory), managerLines(data.matching))
  return {
    fundCode: control.fundCode,
    navDate: control.navDate,
    fundCurrency: control.nav.source.preamble.fundCurrency.value,
    fundTna: fundTna.toFixed(),
    rows: pairs.map(({ matchedBy, administrator, manager }) =>
      compareSides(
        matchedBy,
        positionOf(administrator, inventory.source),
        positionOf(manager, data.matching.source),
        fundTna,
      ),
    ),
  }
}

function inventoryOf(control: ControlData): Table<InventoryLine> {
  if (control.inventory) return control.inventory
  throw new DomainError(
    'refused',
    'The current control of this NAV has no inventory to match with. Run a control with an inventory file first, then upload the matching file again.',
    { title: TITLE },
  )
}

interface Pair {
  matchedBy: MatchingRow['matchedBy']
  administrator: readonly MatchableLine[]
  manager: readonly MatchableLine[]
}

function pairLines(administrator: readonly MatchableLine[], manager: readonly MatchableLine[]): Pair[] {
  const byIsin = pairByKey(administrator, manager, isinAndCurrency, 'ISIN and currency')
  const byCode = pairByKey(
    byIsin.administrator,
    byIsin.manager,
    (line) => line.instrumentCode,
    'Instrument code',
  )
  const alone = (lines: readonly MatchableLine[]) => [
    ...groupLines(lines, (line) => line.instrumentCode).values(),
  ]
  return [
    ...byIsin.pairs,
    ...byCode.pairs,
    ...alone(byCode.administrator).map((lines) => ({ matchedBy: null, administrator: lines, manager: [] })),
    ...alone(byCode.manager).map((lines) => ({ matchedBy: null, administrator: [], manager: lines })),
  ]
}

function isinAndCurrency(line: MatchableLine): string | null {
  return line.isin ? `${line.isin}\n${line.currency}` : null
}

/** Pairs of one key, and the lines of each side that found none. */
function pairByKey(
  administrator: readonly MatchableLine[],
  manager: readonly MatchableLine[],
  keyOf: (line: MatchableLine) => string | null,
  matchedBy: Pair['matchedBy'],
) {
  const theirs = groupLines(manager, keyOf)
  const ours = groupLines(administrator, keyOf)
  const pairs: Pair[] = []
  for (const [key, lines] of ours) {
    const others = theirs.get(key)
    if (others) pairs.push({ matchedBy, administrator: lines, manager: others })
  }
  const isUnpaired = (other: Map<string, unknown>) => (line: MatchableLine) => {
    const key = keyOf(line)
    return key === null || !other.has(key)
  }
  return {
    pairs,
    administrator: administrator.filter(isUnpaired(theirs)),
    manager: manager.filter(isUnpaired(ours)),
  }
}
