import { Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type BankChanges, bankChangeSentences, isCalm } from '~/areas/bank-accounts/bank-details'
import type { CostLine, Draft } from '~/areas/expenses/expense'
import { Instant } from '~/platform/page/instant'
import { Big } from '~/platform/values/decimal'
import { showIban } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import type { RankedNote } from '~/ui/message/note-list'
import { OpenLink } from '~/ui/open-close/close-link'
import { costTotals, isAllocated, type Total, toAllocateText } from './cost-lines/allocation-totals'
import { type Duplicate, openDuplicates } from './draft'
import type { AcceptedDuplicates } from './upload/confirm-duplicates.server'

interface TotalsFaultProps {
  /** What does not add up, in a sentence. */
  fault: string
  confirmed: { by: string; at: Date | string; comment: string } | null
  mayConfirm: boolean
  idempotencyKey: string
  refused?: Refused
}

/** What does not add up in the e-invoice, and who confirmed it nevertheless. */
export const totalsNote = (props: TotalsFaultProps): RankedNote => ({
  key: 'totals',
  kind: props.confirmed ? 'info' : 'warning',
  note: <TotalsFault {...props} />,
  refused: props.refused !== undefined,
})

function TotalsFault({ fault, confirmed, mayConfirm, refused, ...form }: TotalsFaultProps) {
  if (confirmed)
    return (
      <Note>
        <p>{fault}</p>
        <p>
          Confirmed by {confirmed.by} on <Instant at={confirmed.at} />: {confirmed.comment}
        </p>
      </Note>
    )
  return (
    <Note kind="warning">
      <p>
        <strong>The totals of the e-invoice do not add up.</strong> {fault}
      </p>
      <p>“Send to check” is blocked until someone confirms them with a comment.</p>
      {mayConfirm && (
        <ReasonForm
          act="Confirm…"
          intent="confirm totals"
          prefix="totals"
          label="Reason for accepting these totals"
          busyText="Confirming…"
          refused={refused}
          {...form}
        >
          Confirm the totals
        </ReasonForm>
      )}
    </Note>
  )
}

interface ReasonFormProps {
  /** Opens the form. */
  act: string
  intent: string
  prefix: string
  label: string
  busyText: string
  idempotencyKey: string
  refused?: Refused
  /** The text of its button. */
  children: ReactNode
}

/** An act on a draft that needs a reason; its form opens on demand, and again with a refusal. */
function ReasonForm({
  act,
  intent,
  prefix,
  label,
  busyText,
  idempotencyKey,
  refused,
  children,
}: ReasonFormProps) {
  return (
    <details open={refused !== undefined || undefined}>
      <summary className="button">{act}</summary>
      <Form prefix={prefix} idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
        <input type="hidden" name="intent" value={intent} />
        <TextArea name="comment" label={label} rows={2} maxLength={4000} required />
        <FormActions>
          <SubmitButton look="plain" busyText={busyText}>
            {children}
          </SubmitButton>
        </FormActions>
      </Form>
    </details>
  )
}

interface AcceptDuplicatesProps {
  duplicates: readonly Duplicate[]
  accepted: readonly AcceptedDuplicates[]
  /** Why this person may not accept them; null when they may. */
  whyNot: string | null
  idempotencyKey: string
  refused?: Refused
}

/** The bills that a draft is a duplicate of: who accepted that, or the form that does. */
export function duplicateNotes({ duplicates, accepted, ...form }: AcceptDuplicatesProps): RankedNote[] {
  const open = openDuplicates(duplicates, accepted)
  return [
    ...(open.length > 0
      ? [
          {
            key: 'duplicates',
            kind: 'failed' as const,
            note: <AcceptDuplicates open={open} {...form} />,
            refused: form.refused !== undefined,
          },
        ]
      : []),
    ...accepted.map(({ by, at, comment, duplicates: ids }) => ({
      key: `accepted ${ids.join()}`,
      kind: 'info' as const,
      note: (
        <Note>
          Not a duplicate of {ids.join(', ')}, accepted by {by} on <Instant at={at} />: {comment}
        </Note>
      ),
    })),
  ]
}

function AcceptDuplicates({
  open,
  whyNot,
  idempotencyKey,
  refused,
}: Pick<AcceptDuplicatesProps, 'whyNot' | 'idempotencyKey' | 'refused'> & { open: readonly Duplicate[] }) {
  return (
    <Note kind="failed">
      <p>
        <strong>This draft is a duplicate.</strong> The same supplier, amount and reference were there before:
      </p>
      <ul>
        {open.map(({ kind, id, text }) => (
          <li key={`${kind} ${id}`}>
            <Link to={`/${kind}s/${id}`}>{text}</Link>
          </li>
        ))}
      </ul>
      {whyNot === null ? (
        <ReasonForm
          act="Accept…"
          intent="accept duplicate"
          prefix="accept"
          label="Reason why it is not a duplicate"
          busyText="Accepting…"
          refused={refused}
          idempotencyKey={idempotencyKey}
        >
          Accept it beside {open.length === 1 ? 'the other' : 'the others'}
        </ReasonForm>
      ) : (
        <p>“Send to check” is blocked. {whyNot}</p>
      )}
    </Note>
  )
}

/** Of a draft that was returned: why, by whom, and when. */
export const returnedNote = ({ by, at, comment }: { by: string; at: Date; comment: string }): RankedNote => ({
  key: 'returned',
  kind: 'warning',
  note: (
    <Note kind="warning">
      <p>
        <strong>
          Returned by {by} on <Instant at={at} />
        </strong>
      </p>
      <p className="draft__said">{comment || 'No comment was given.'}</p>
    </Note>
  ),
})

interface RelatedRecordsProps {
  /** The invoices created from it. */
  invoices: number[]
  /** The cancelled invoice that it was recreated from. */
  recreatedFrom: number | null
}

/** The origin of a draft, and its invoices. */
export const relatedNotes = (related: RelatedRecordsProps): RankedNote[] =>
  related.invoices.length === 0 && related.recreatedFrom === null
    ? []
    : [{ key: 'related', kind: 'info', note: <RelatedRecords {...related} /> }]

function RelatedRecords({ invoices, recreatedFrom }: RelatedRecordsProps) {
  return (
    <Note>
      {recreatedFrom !== null && (
        <p>
          Recreated from the cancelled <Link to={`/invoices/${recreatedFrom}`}>invoice {recreatedFrom}</Link>.
        </p>
      )}
      {invoices.length > 0 && (
        <p>
          Became{' '}
          {invoices.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={`/drafts/invoices/${id}`}>invoice {id}</Link>
            </span>
          ))}
          .
        </p>
      )}
    </Note>
  )
}

/** What users who handle a draft must know about its supplier's bank details. */
export interface DraftBank extends BankChanges {
  /** The account that the e-invoice names, where accounts are stored and it is not among them. */
  unknownIban: string | null
}

/**
 * Bank details that changed lately, wait to be changed, or differ from those of the e-invoice: typical signs of fraud.
 */
export function bankNotes(draftId: number, bank: DraftBank | null): RankedNote[] {
  const changes = bank ? bankChangeSentences(bank) : []
  if (bank === null || (changes.length === 0 && bank.unknownIban === null)) return []
  const { supplier, unknownIban } = bank
  const kind = isCalm(bank) && unknownIban === null ? 'info' : 'warning'
  const note = (
    <Note kind={kind}>
      {changes.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {unknownIban !== null && (
        <p>
          The e-invoice asks to be paid to {showIban(unknownIban)}, which is not a stored account of{' '}
          {supplier}. Ask the supplier, using contact details that you already know, not those on the invoice.
        </p>
      )}
      <p>
        <SsiLink draftId={draftId} />
      </p>
    </Note>
  )
  return [{ key: 'bank', kind, note }]
}

function SsiLink({ draftId }: { draftId: number }) {
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  params.set('doc', 'ssi')
  return (
    <OpenLink to={`/drafts/${draftId}?${params}`} replace state={state}>
      Compare the accounts
    </OpenLink>
  )
}

interface UnallocatedAmountProps {
  draft: Draft
  lines: CostLine[]
  /** The amounts entered before the first line. */
  total: Total | null
}

/** Warns users who enter, approve or validate a draft that its lines are not the whole invoice, or are empty. */
export function unallocatedNotes({ draft, lines, total }: UnallocatedAmountProps): RankedNote[] {
  const sums = costTotals(lines)
  const empty = lines.filter((line) => new Big(line.grossAmount).eq(0) && new Big(line.taxes).eq(0)).length
  const whole = !total || isAllocated(total, sums)
  if (whole && empty === 0) return []
  const note = (
    <Note kind="warning">
      {!whole && (
        <p>{toAllocateText(total, sums, 'Before its first cost line the draft said', draft.currency)}</p>
      )}
      {empty > 0 && (
        <p>
          {empty === 1 ? 'One cost line is 0.00.' : `${empty} cost lines are 0.00.`} Each would become an
          invoice of 0.00.
        </p>
      )}
      <p>
        <OpenLink to={`/drafts/${draft.id}/allocations`}>Allocations</OpenLink>
      </p>
    </Note>
  )
  return [{ key: 'unallocated', kind: 'warning', note }]
}
