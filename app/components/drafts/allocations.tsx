import { costTotals } from '~/domain/drafts/cost-totals'
import type { CostLine, Draft } from '~/domain/drafts/draft'
import type { DraftEditing } from '~/domain/drafts/draft-editing'
import { Big, type Decimal } from '~/domain/values/decimal'
import { showAmount } from '~/domain/values/show'
import { VersionsTable } from '~/ui/editing/versions-table'
import type { SelectOption } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner, Note } from '~/ui/message/message'
import { CostLines } from './cost-lines'
import { conflictIn } from './draft-conflict'

interface AllocationsProps {
  draft: Draft
  lines: CostLine[]
  editing: DraftEditing
  fees: SelectOption[]
  /** What the e-invoice in the PDF says; null where it says nothing. */
  pdf: { gross: Decimal; taxes: Decimal | null } | null
  keys: { save: string; drop: string }
  refused?: Refused
}

/** The cost lines of a draft, what they add up to, and what is still to allocate. */
export function Allocations({ draft, lines, editing, fees, pdf, keys, refused }: AllocationsProps) {
  const sums = costTotals(lines)
  const whole = pdf ?? (lines.length === 0 && draft.grossAmount ? wholeOf(draft) : null)
  const conflict = conflictIn(refused)
  const mayEdit = editing.may === 'all'
  const unit = draft.currency
  return (
    <>
      {!mayEdit && (
        <Note>{editing.reason ?? 'The client validates this draft: its lines stay as they are.'}</Note>
      )}
      {refused && (conflict || Object.keys(refused.refusal.fields ?? {}).length === 0) && (
        <ErrorBanner
          title={refused.refusal.title}
          text={refused.refusal.message}
          list={refused.refusal.list}
        />
      )}
      {conflict && <VersionsTable fields={conflict.versions.map((each) => ({ ...each, yours: null }))} />}
      <p>
        {whole ? stillToAllocate(whole.gross, sums, `${pdf ? 'The PDF' : 'The draft'} says`, unit) : null}
      </p>
      <CostLines
        draftId={draft.id}
        revision={conflict?.revision ?? draft.revision}
        lines={lines}
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
    </>
  )
}

type CostTotals = ReturnType<typeof costTotals>

interface Whole {
  gross: Decimal
  taxes: Decimal | null
}

const wholeOf = ({ grossAmount, taxes }: Draft): Whole => ({ gross: grossAmount ?? '0', taxes })

function stillToAllocate(gross: Decimal, sums: CostTotals, says: string, currency: string | null): string {
  const left = new Big(gross).minus(sums.grossAmount)
  const money = (amount: Decimal) => [showAmount(amount), currency].filter(Boolean).join(' ')
  const said = `${says} ${money(gross)} gross`
  if (left.eq(0)) return `${said}: all of it is allocated.`
  if (left.gt(0) === new Big(gross).gte(0))
    return `${said}: ${money(left.toFixed())} ${new Big(sums.grossAmount).eq(0) ? 'to allocate' : 'still to allocate'}.`
  return `${said}: the lines are ${money(left.abs().toFixed())} beyond it.`
}

/** What a new line begins with: what is left, where anything is. */
function restOf(whole: Whole | null, sums: CostTotals): { grossAmount: Decimal; taxes: Decimal } {
  const left = whole && new Big(whole.gross).minus(sums.grossAmount)
  if (!whole || !left || left.eq(0) || left.gt(0) !== new Big(whole.gross).gt(0))
    return { grossAmount: '', taxes: '' }
  const taxes = whole.taxes === null ? null : new Big(whole.taxes).minus(sums.taxes)
  return { grossAmount: left.toFixed(2), taxes: taxes?.toFixed(2) ?? '' }
}
