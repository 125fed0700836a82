import type { Paper, PaperColumn, PaperRow } from '~/platform/exports/pdf/paper'
import type { Decimal } from '~/platform/values/decimal'
import { counted, showAmount, showDay, showExact, showFixed, showNavValue } from '~/platform/values/show'
import { showFigure, showTolerance } from '../nav'
import { showResult } from '../nav-labels'
import { driverLabel, perShareOf } from '../rules/bridge'
import type { Breach } from '../rules/contract'
import type { ReportControl, ReportFacts, Times } from './report-facts'

const DRIVERS: PaperColumn[] = [
  { label: 'Driver', part: 40 },
  { label: 'Amount', part: 24, align: 'right' },
  { label: 'Basis points', part: 16, align: 'right' },
  { label: 'Per share', part: 18, align: 'right' },
]

/** The NAV bridge: from the previous FUND TNA to this one, and what moved it most; or why there is none. */
export function addBridge(pages: Paper, control: ReportControl, { nav, classes }: ReportFacts): void {
  pages.heading('NAV bridge')
  const { bridge } = control
  if (!bridge) {
    const why = control.results.find(({ ruleId }) => ruleId === 'N15')?.comment
    pages.sentence(`There is none. ${why ?? 'The control ran before there were bridges.'}`)
    return
  }
  const { previousTna, tna, residual, residualBp } = bridge
  const share = perShare(control, classes, previousTna)
  const row = (driver: string, amount: Decimal, bp: Decimal | null): PaperRow => ({
    cells: [driver, showAmount(amount), showFixed(bp, 2), share(amount)],
  })
  pages.sentence(`In ${nav.fundCurrency}; basis points of the previous total net assets.`)
  pages.table(DRIVERS, [
    {
      ...row(`Total net assets of ${showDay(control.previousDate)}`, previousTna, null),
      strong: true,
    },
    ...bridge.drivers.map((each) => row(driverLabel(each), each.amount, each.bp)),
    row('Residual', residual, residualBp),
    { ...row(`Total net assets of ${showDay(nav.navDate)}`, tna, null), strong: true },
  ])
  if (bridge.leftOut.length > 0) pages.sentence(`Excluded: ${bridge.leftOut.join('; ')}`)
  if (bridge.contributors.length === 0) return
  pages.heading('Largest contributors')
  pages.table(
    [
      { label: 'Instrument', part: 44 },
      { label: 'Price effect', part: 20, align: 'right' },
      { label: 'FX effect', part: 20, align: 'right' },
      { label: 'Basis points', part: 14, align: 'right' },
    ],
    bridge.contributors.map(({ code, name, price, fx, bp }) => ({
      cells: [`${name} (${code})`, showAmount(price), showAmount(fx), showFixed(bp, 2)],
    })),
  )
}

/** Writes an amount per share of the reference class; '' where there is none. */
function perShare(control: ReportControl, classes: ReportFacts['classes'], previousTna: Decimal) {
  const reference = classes.find((each) => each.reference)?.code
  const before = control.previousLines.find(
    ({ type, code }) => type === 'NAV PER SHARE' && code === reference,
  )
  return (amount: Decimal) => (before ? showNavValue(perShareOf(amount, previousTna, before.value)) : '')
}

type Result = ReportControl['results'][number]

const RESULTS: PaperColumn[] = [
  { label: 'Rule', part: 26 },
  { label: 'Result', part: 22 },
  { label: 'What it requires, what was computed and compared', part: 84 },
]

/**
 * Every rule result with its computation, its breaches with their cells below it; then people's comments on results.
 */
export function addResults(pages: Paper, control: ReportControl, times: Times): void {
  pages.heading('Rule results')
  pages.table(RESULTS, control.results.flatMap(resultRows))
  const changed = control.results.filter(({ who }) => who !== null)
  pages.heading('Overrides and explanations')
  if (changed.length === 0) {
    pages.sentence('No person changed a result or commented on one.')
    return
  }
  pages.table(
    [
      { label: 'Rule', part: 26 },
      { label: 'Result', part: 30 },
      { label: 'By', part: 20 },
      { label: 'Date', part: 20 },
      { label: 'Comment', part: 44 },
    ],
    changed.map((result) => ({
      cells: [
        result.name,
        result.was === null ? shown(result) : `${showResult(result.was)} to ${shown(result)}`,
        result.whoName ?? result.who ?? '',
        times(result.when),
        result.comment,
      ],
    })),
  )
}

const shown = ({ result, explained }: Result) => `${showResult(result)}${explained ? ', explained' : ''}`

function resultRows(result: Result): PaperRow[] {
  const { name, impact, severity, evidence, breachCount, comment, who } = result
  const facts = [
    shown(result),
    result.result === 'NOK' && (severity === 'B' ? 'blocks' : 'to explain'),
    impact !== null && `impact ${showFixed(impact, 2)} bp`,
  ].filter((each) => typeof each === 'string')
  const tolerances = evidence.tolerances.map((each) => `${each.label}: ${showTolerance(each)}.`)
  const computed = [
    `${evidence.formula}.`,
    evidence.computation,
    who === null && breachCount === 0 ? comment : evidence.computedComment,
    ...tolerances,
  ].filter((text) => text !== '')
  const listed = evidence.breaches.length
  const more =
    breachCount > listed ? [{ cells: ['', '', `The first ${listed} of ${breachCount} are listed.`] }] : []
  const head = breachCount === 0 ? [] : [{ cells: ['', counted(breachCount, 'breach', 'breaches'), ''] }]
  return [
    { cells: [name, facts.join(', '), [...new Set(computed)].join(' ')] },
    ...head,
    ...evidence.breaches.map(breachRow),
    ...more,
  ]
}

function breachRow({ subject, formula, difference, tolerance, level, figures }: Breach): PaperRow {
  const sizes = [
    difference !== null && `Difference ${showExact(difference)}`,
    tolerance !== null && `tolerance ${showExact(tolerance)}`,
    level !== null && `set for ${level}`,
  ].filter((each) => typeof each === 'string')
  const cells = figures.map(showFigure).join('; ')
  return { cells: ['', subject, [formula, sizes.join(', '), cells].filter(Boolean).join('. ')] }
}
