import { Big } from '~/platform/values/decimal'
import type { TableSource } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import type { RuleCheck } from './rule-context'
import { classRows } from './upload-index'
import { CLASSES, percentOf, shown } from './wording'

/**
 * N11: when this NAV was sent before, |n - first sent| < threshold × n of NAV PER SHARE, every row; the first sent is
 * that of the first round of this NAV that was sent.
 */
export const navError: RuleCheck = ({ input, current, tolerance }) => {
  const finding = new Finding(CLASSES)
  if (input.sent === null) {
    finding.lacks('sent NAV (this NAV was not sent before)')
    return finding
  }
  const threshold = tolerance('N11.threshold')
  const { sent } = input
  for (const line of classRows(current, 'NAV PER SHARE', finding)) {
    const before = sent.find(({ classCode }) => classCode === line.code)
    const base = new Big(line.value)
    if (!before || base.lte(0)) {
      finding.leaveOut(before ? 'NAV PER SHARE above 0' : 'sent NAV PER SHARE', line.code)
      continue
    }
    const change = base.minus(before.navPerShare)
    finding.compare({
      holds: change.abs().lt(threshold.fraction.times(base)),
      subject: line.code,
      formula: () =>
        `(${shown(base)} - ${shown(before.navPerShare)} sent first) / ${shown(base)} = ${shown(percentOf(change, base))} % of the NAV per share`,
      difference: () => percentOf(change, base),
      size: sizeOf(change) / sizeOf(base),
      tolerance: threshold.value,
      level: threshold.level,
      figures: () => elementFigure(current, line),
    })
  }
  return finding
}

/**
 * N12: the set has an Inventory where the fund's set is FIA 3 or MFFA, or, where none is stored, where the previous
 * control had one.
 */
export const filesComplete: RuleCheck = ({ input, current, previous }) => {
  const finding = new Finding({ one: 'set of files', many: 'sets of files' })
  const { set } = input.fund
  if (set === null && !previous) {
    finding.lacks('set of the fund in the reference data')
    finding.lacks('previous control')
    return finding
  }
  const wanted = set === null ? previous?.data.inventory !== null : set !== 'FIA 2'
  const present = current.data.inventory !== null
  const holds = present || !wanted
  const why = set === null ? 'the previous control' : `the set ${set} of the fund`
  finding.compare({
    holds,
    subject: `Fund ${input.fund.code}`,
    formula: () =>
      `${present ? 'an Inventory' : 'no Inventory'} among the files, ${why} ${wanted ? 'has one' : 'has none'}`,
    figures: () =>
      [current, ...(previous && set === null ? [previous] : [])].flatMap(({ data, upload }) => {
        const { file, sheet, preamble } = (data.inventory ?? data.nav).source
        const { value, cell, sheet: own = sheet } = preamble.fundCode
        return { label: 'Fund code', value, kind: 'text', upload, file, sheet: own, cell }
      }),
  })
  return finding
}

/** N01: the fund currency in every preamble is the fund's. Exact. */
export const fundCurrency: RuleCheck = ({ input }) => {
  const finding = new Finding({ one: 'preamble', many: 'preambles' })
  const { nav, balance, inventory } = input.data
  const sources: TableSource[] = [nav.source, balance.source, ...(inventory ? [inventory.source] : [])]
  for (const { kind, file, sheet, preamble } of sources) {
    const { value, cell, sheet: own = sheet } = preamble.fundCurrency
    const holds = value === input.fund.currency
    finding.compare({
      holds,
      subject: `${kind} preamble`,
      formula: () =>
        holds
          ? `fund currency ${value} in ${file}`
          : `fund currency ${value} in ${file}, not ${input.fund.currency}`,
      figures: () => [
        { label: 'Fund currency', value, kind: 'text', upload: 'current', file, sheet: own, cell },
      ],
    })
  }
  return finding
}

/** N06: FUND TNA > 0, every SHARES >= 0, every NAV PER SHARE > 0 where the class has SHARES > 0. */
export const positiveFigures: RuleCheck = ({ current, fundTna, fundTnaLine, input }) => {
  const finding = new Finding({ one: 'figure', many: 'figures' })
  finding.compare({
    holds: fundTna.gt(0),
    subject: `Fund ${input.fund.code}`,
    formula: () => `FUND TNA ${shown(fundTna)} is ${fundTna.gt(0) ? '' : 'not '}above 0`,
    figures: () => elementFigure(current, fundTnaLine),
  })
  for (const line of current.rows('SHARES')) {
    const holds = new Big(line.value).gte(0)
    finding.compare({
      holds,
      subject: line.code,
      formula: () => `SHARES ${shown(line.value)} is ${holds ? 'not ' : ''}below 0`,
      figures: () => elementFigure(current, line),
    })
  }
  for (const line of current.rows('NAV PER SHARE')) {
    const shares = current.element('SHARES', line.code)
    if (!shares) {
      finding.leaveOut('SHARES', line.code)
      continue
    }
    if (new Big(shares.value).lte(0)) continue
    const holds = new Big(line.value).gt(0)
    finding.compare({
      holds,
      subject: line.code,
      formula: () =>
        `NAV PER SHARE ${shown(line.value)} is ${holds ? '' : 'not '}above 0 with SHARES ${shown(shares.value)}`,
      figures: () => [...elementFigure(current, line), ...elementFigure(current, shares)],
    })
  }
  return finding
}
