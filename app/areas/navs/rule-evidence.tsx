import { showExact } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { RuleEvidence as Evidence, RuleResultRow } from './controls/rule-results.server'
import type { Breach } from './rules/contract'

const BREACH_COLUMNS: GridColumn<Breach>[] = [
  { id: 'subject', label: 'What', kind: 'text', width: 110, render: (breach) => breach.subject },
  {
    id: 'formula',
    label: 'Formula with its numbers, and their cells',
    kind: 'text',
    wrap: true,
    render: (breach) => (
      <>
        <p>{breach.formula}</p>
        <ul className="muted">
          {breach.figures.map((figure) => (
            <li key={`${figure.upload} ${figure.file} ${figure.sheet} ${figure.cell} ${figure.label}`}>
              {figure.label} {figure.value} in {figure.upload === 'previous' && 'the previous '}
              {figure.file}, {figure.sheet}!{figure.cell}
            </li>
          ))}
        </ul>
      </>
    ),
  },
  {
    id: 'difference',
    label: 'Difference',
    kind: 'number',
    width: 90,
    render: (breach) => showExact(breach.difference),
  },
  {
    id: 'tolerance',
    label: 'Tolerance',
    kind: 'number',
    width: 90,
    render: (breach) => (
      <>
        {showExact(breach.tolerance)}
        {breach.level !== null && <div className="muted">{breach.level}</div>}
      </>
    ),
  },
]

interface RuleProps {
  rule: RuleResultRow & { evidence: Evidence }
}

/** Every breach with its numbers, and the file, sheet and cell that each came from. */
export function RuleBreaches({ rule }: RuleProps) {
  const { evidence, breachCount } = rule
  if (breachCount === 0) return null
  return (
    <section aria-labelledby="breaches" className="stack">
      <h2 id="breaches">
        {breachCount === 1 ? '1 breach' : `${breachCount} breaches`}
        {breachCount > evidence.breaches.length && `, the first ${evidence.breaches.length} shown`}
      </h2>
      <Grid
        title={`Breaches of ${rule.name}`}
        panel
        columns={BREACH_COLUMNS}
        rows={evidence.breaches}
        total={evidence.breaches.length}
        rowKey={(breach) => `${breach.subject} ${breach.formula}`}
      />
    </section>
  )
}

/** What a rule asks, what was computed, and the tolerances with the level that set them. */
export function RuleFacts({ rule: { evidence } }: RuleProps) {
  return (
    <Description
      stacked
      items={[
        { term: 'Rule', value: evidence.formula },
        { term: 'Computed', value: evidence.computation },
        ...evidence.tolerances.map(({ label, value, unit, level }) => ({
          term: label,
          value: `${value}${UNITS[unit] ?? ` ${unit}`}, set for ${level}`,
        })),
      ]}
    />
  )
}

/** Units that say nothing to a person, or are written otherwise. */
const UNITS: Record<string, string> = { amount: '', factor: '', decimals: '', '%': ' %' }
