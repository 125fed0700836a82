import type { RuleEvidence as Evidence, RuleResultRow } from '~/domain/navs/controls/rule-results.server'
import type { Breach } from '~/domain/navs/rules/contract'
import { Description } from '~/ui/description/description'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'

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
    render: (breach) => breach.difference ?? '',
  },
  {
    id: 'tolerance',
    label: 'Tolerance',
    kind: 'number',
    width: 90,
    render: (breach) => breach.tolerance ?? '',
    cellTitle: (breach) => breach.level ?? undefined,
  },
]

/** What a rule was computed from: formula, tolerances with the level that set them, and every breach with its cells. */
export function RuleEvidence({ rule }: { rule: RuleResultRow & { evidence: Evidence } }) {
  const { evidence, breachCount } = rule
  return (
    <section aria-label="Evidence" className="stack">
      <Description
        stacked
        items={[
          { term: 'Rule', value: evidence.formula },
          { term: 'Computed', value: evidence.computation },
          ...evidence.tolerances.map(({ label, value, unit, level }) => ({
            term: label,
            value: `${value} ${unit} (${level})`,
          })),
        ]}
      />
      {breachCount > 0 && (
        <>
          <h2>
            {breachCount === 1 ? '1 breach' : `${breachCount} breaches`}
            {breachCount > evidence.breaches.length && `, the first ${evidence.breaches.length} shown`}
          </h2>
          <Grid
            title={`Breaches of ${rule.name}`}
            columns={BREACH_COLUMNS}
            rows={evidence.breaches}
            total={evidence.breaches.length}
            rowKey={(breach) => `${breach.subject} ${breach.formula}`}
          />
        </>
      )}
    </section>
  )
}
