import type { AccrualRow } from '~/areas/accruals/accrual'
import { AccrualsInShort } from '~/areas/accruals/list'
import { Instant } from '~/platform/page/instant'
import { ConfirmClosing } from '~/platform/page/use-unsaved'
import { showExact } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { Description } from '~/ui/description/description'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/close-link'
import { showFigure, showTolerance } from '../nav'
import { readableFigures, resultKind, showResult } from '../nav-labels'
import type { Breach, EvidenceFigure } from '../rules/contract'
import { useNavBase } from '../use-nav-base'
import type { RuleEvidence as Evidence, RuleResultRow } from './rule-results.server'

const BREACH_COLUMNS: GridColumn<Breach>[] = [
  {
    id: 'subject',
    header: 'What',
    size: 110,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.subject,
  },
  {
    id: 'formula',
    header: 'Formula with its numbers, and their cells',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => (
      <>
        <p>{readableFigures(row.original.formula)}</p>
        <EvidenceCells figures={row.original.figures} />
      </>
    ),
  },
  {
    id: 'difference',
    header: 'Difference',
    size: 90,
    meta: { kind: 'number' },
    cell: ({ row }) => readableFigures(showExact(row.original.difference)),
  },
  {
    id: 'tolerance',
    header: 'Tolerance',
    size: 90,
    meta: { kind: 'number' },
    cell: ({ row }) => (
      <>
        {readableFigures(showExact(row.original.tolerance))}
        {row.original.level !== null && <div className="muted">{row.original.level}</div>}
      </>
    ),
  },
]

interface RuleProps {
  rule: RuleResultRow & { evidence: Evidence }
}

/** Where a difference with a second source is explained until a day. */
const explainHref = (navId: number, ruleId: string, subject: string) =>
  `/open-breaks/explain?${new URLSearchParams({ nav: String(navId), rule: ruleId, subject })}`

/** Every breach with its numbers, and the file, sheet and cell that each came from. */
export function RuleBreaches({
  rule,
  mayExplain,
}: {
  rule: RuleProps['rule'] & { fundNavId: number }
  /** Differences with second sources may be explained by this user. */
  mayExplain: boolean
}) {
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
        actions={
          mayExplain && evidence.breaches.some(({ toExplain }) => toExplain)
            ? {
                label: 'Explain',
                render: ({ subject, toExplain }) =>
                  toExplain && (
                    <OpenLink to={explainHref(rule.fundNavId, rule.ruleId, subject)}>
                      Explain until a day
                    </OpenLink>
                  ),
              }
            : undefined
        }
      />
    </section>
  )
}

/** What a rule requires, what was computed, and the tolerances with the level that set them. */
export function RuleFacts({ rule: { evidence } }: RuleProps) {
  return (
    <Description
      stacked
      items={[
        { term: 'Rule', value: evidence.formula },
        { term: 'Computed', value: readableFigures(evidence.computation) },
        ...evidence.tolerances.map((tolerance) => ({
          term: tolerance.label,
          value: showTolerance(tolerance),
        })),
      ]}
    />
  )
}

/** The status of a rule: its result, what it blocks, and who changed it from what. */
export function RuleState({
  rule,
  accruals,
}: {
  rule: RuleResultRow & { fundNavId: number }
  accruals: AccrualRow[]
}) {
  const { path } = useNavBase()
  return (
    <>
      <p>
        <Badge kind={resultKind(rule.result)} status={showResult(rule.result)} /> {whatItBlocks(rule)}
      </p>
      <AccrualsInShort rows={accruals} href={`${path}/${rule.fundNavId}#accruals`} />
      {rule.comment !== '' && (rule.who !== null || rule.breachCount === 0) && <p>{rule.comment}</p>}
      {rule.who !== null && rule.was !== null && (
        <p className="muted">
          Changed from {showResult(rule.was)} by {rule.who} on <Instant at={rule.when} seconds />
        </p>
      )}
    </>
  )
}

function whatItBlocks({
  severity,
  result,
  explained,
}: Pick<RuleResultRow, 'severity' | 'result' | 'explained'>): string {
  if (severity !== 'B' && result === 'NOK')
    return explained
      ? 'Explained: it does not block “Submit”.'
      : 'Blocks “Submit” until it is OK or explained.'
  if (result === 'NOK') return 'Blocks “Submit” until it is OK or justified.'
  if (result === 'OK - justified') return 'Justified: it does not block “Submit”.'
  return 'Does not block “Submit”.'
}

interface RuleFormProps {
  rule: RuleResultRow
  /** Why it cannot be edited; null when it can. */
  readOnly: string | null
  idempotencyKey: string
  refused?: Refused
}

/** Turns a rule to OK or not OK, with a comment. */
export function RuleForm({ rule, readOnly, idempotencyKey, refused }: RuleFormProps) {
  if (readOnly !== null) return <p className="muted">{readOnly}</p>
  return (
    <ConfirmClosing>
      <Form keeps idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
        <SelectInput
          name="result"
          label="Status"
          required
          defaultValue={rule.result.startsWith('OK') ? 'OK' : 'NOK'}
          options={[
            { value: 'OK', label: 'OK' },
            { value: 'NOK', label: 'not OK' },
          ]}
        />
        <TextArea
          name="comment"
          label="Comment"
          hint="Required to mark the rule OK (justified). On a warning that stays not OK it is the explanation."
          defaultValue={rule.who === null ? '' : rule.comment}
          maxLength={4000}
        />
        <FormActions>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </Form>
    </ConfirmClosing>
  )
}

/** The cells that a figure was computed from. */
export function EvidenceCells({ figures }: { figures: readonly EvidenceFigure[] }) {
  return (
    <ul className="muted">
      {figures.map((figure) => (
        <li key={`${figure.upload} ${figure.file} ${figure.sheet} ${figure.cell} ${figure.label}`}>
          {showFigure(figure)}
        </li>
      ))}
    </ul>
  )
}
