import type { CostLine, Draft } from '~/areas/expenses/expense'
import { conflictIn, VersionsTable } from '~/ui/editing/conflict-versions'
import type { Refused } from '~/ui/form/error-summary'
import type { SelectOption } from '~/ui/form/inputs'
import { ErrorBanner, Note } from '~/ui/message/message'
import { type DraftEditing, lineNotice } from '../draft-rules'
import { suggestedHint } from '../entry/suggested'
import type { Suggestion } from '../entry/suggested-fields'
import { costTotals, isAllocated, restOf, type Total, toAllocateText, totalOf } from './allocation-totals'
import { CostLines } from './cost-lines'
import type { AppliedAllocation, Division } from './divide.server'
import { AppliedDivisionNote, Divide } from './divide-view'

interface AllocationsProps {
  draft: Draft
  lines: CostLine[]
  editing: DraftEditing
  fees: SelectOption[]
  /** The fees type that most of the supplier's last invoices have. */
  suggestedFees?: Suggestion
  /** The amounts entered before the first line; null without lines, or where there were none. */
  entered: Total | null
  /** The e-invoice's values; null where it has none. */
  eInvoice: Total | null
  keys: { save: string; drop: string; divide: string }
  /** The division that the lines were taken from; null for none. */
  taken: AppliedAllocation | null
  division: Division | null
  whyNot: string | null
  rule: string
  rules: SelectOption[]
  refused?: Refused
}

/** The cost lines of a draft, their sums, and the amount still to allocate. */
export function Allocations({ draft, lines, editing, fees, keys, refused, ...facts }: AllocationsProps) {
  const sums = costTotals(lines)
  const entered = lines.length === 0 ? totalOf(draft) : facts.entered
  const whole = facts.eInvoice ?? entered
  const says = lines.length === 0 ? 'The draft says' : 'Before its first cost line the draft said'
  const conflict = conflictIn(refused)
  const mayEdit = editing.may === 'all'
  const unit = draft.currency
  const unusual = lines.flatMap((line) => {
    const notice = lineNotice(line)
    const fee = fees.find(({ value }) => value === line.feesType)?.label ?? line.feesType
    return notice ? [{ id: line.id, notice: `${fee}: ${notice}` }] : []
  })
  return (
    <>
      {!mayEdit && (
        <Note>{editing.reason ?? 'The client is validating this draft: its lines cannot be changed.'}</Note>
      )}
      {refused && (conflict || Object.keys(refused.refusal.fields ?? {}).length === 0) && (
        <ErrorBanner
          title={refused.refusal.title}
          text={refused.refusal.message}
          list={refused.refusal.list}
        />
      )}
      {conflict && <VersionsTable fields={conflict.versions.map((each) => ({ ...each, yours: null }))} />}
      {facts.eInvoice && <p>{toAllocateText(facts.eInvoice, sums, 'The e-invoice says', unit)}</p>}
      {entered && !(facts.eInvoice && isSame(entered, facts.eInvoice)) && (
        <p>{toAllocateText(entered, sums, says, unit)}</p>
      )}
      {!whole && lines.length > 0 && (
        <p>The draft had no total before its first line: compare the sums below with the invoice.</p>
      )}
      {facts.taken && <AppliedDivisionNote taken={facts.taken} currency={unit ?? ''} />}
      {unusual.length > 0 && (
        <Note kind="warning">
          {unusual.map(({ id, notice }) => (
            <p key={id}>{notice}</p>
          ))}
        </Note>
      )}
      <CostLines
        draftId={draft.id}
        revision={conflict?.revision ?? draft.revision}
        lines={lines}
        currency={draft.currency}
        sums={{
          grossAmount: [{ unit, sum: sums.grossAmount }],
          taxes: [{ unit, sum: sums.taxes }],
          netAmount: [{ unit, sum: sums.netAmount }],
        }}
        fees={fees}
        rest={restOf(whole, sums)}
        mayEdit={mayEdit}
        keys={keys}
        refused={refused}
      />
      {mayEdit && (
        <Divide
          rules={facts.rules}
          rule={facts.rule}
          division={facts.division}
          whyNot={facts.whyNot}
          lines={lines.length}
          fees={fees}
          feesType={String(lines[0]?.feesType ?? facts.suggestedFees?.value ?? '')}
          feesHint={lines.length === 0 ? suggestedHint(facts.suggestedFees) : undefined}
          revision={conflict?.revision ?? draft.revision}
          idempotencyKey={keys.divide}
          refused={refused?.typed.intent === 'divide' ? refused : undefined}
        />
      )}
    </>
  )
}

const isSame = (entered: Total, other: Total) =>
  isAllocated(entered, { grossAmount: other.grossAmount, taxes: other.taxes ?? entered.taxes ?? '0' })
