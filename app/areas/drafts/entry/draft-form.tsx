import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { type Draft, type DraftField, MAX_REFERENCE_LENGTH, payableOf } from '~/areas/expenses/expense'
import type { EInvoiceFields } from '~/platform/einvoices/einvoice'
import { useCarry, useTypedBefore } from '~/platform/page/carried'
import { amountReader, ConfirmLeaving, typedAmount, useUnsaved } from '~/platform/page/use-unsaved'
import { MAX_PAYMENT_REFERENCE_LENGTH } from '~/platform/values/payment-reference'
import { showAmount } from '~/platform/values/show'
import { ConflictVersions, conflictIn, mergedTyped } from '~/ui/editing/conflict-versions'
import { DecimalInput } from '~/ui/enhanced/controls'
import { giveFocus } from '~/ui/enhanced/over'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions, useFormState } from '~/ui/form/form'
import { useScripts } from '~/ui/form/use-preserved-focus'
import { Note } from '~/ui/message/message'
import { CloseLink, withCurrentSearch } from '~/ui/open-close/close-link'
import { LiveBudgets } from '../budget-section'
import { type Checks, DraftChecks, useLiveChecks } from '../draft-checks'
import { type DraftEditing, netNotice, netOf, VALIDATION_TITLE } from '../draft-rules'
import type { DraftChoices } from './choices.server'
import {
  DraftAmount,
  DraftBox,
  DraftChoice,
  DraftComment,
  DraftDay,
  DraftFormProvider,
  DraftText,
  EntityField,
  fieldOrigin,
  type Offered,
  SupplierFields,
  useAmountField,
  useDraftField,
} from './draft-fields'
import { useSuggested, useSupplierSuggestions } from './suggested'
import type { Suggested } from './suggested-fields'

interface AmountFieldsProps {
  currencies: readonly Offered[]
  /** The one that is chosen now; '' for none. */
  currency: string
  onCurrency: (currency: string) => void
  /** The draft is divided: its amounts are the sums of its cost lines. */
  hasLines: boolean
  /** As stored: gross less taxes. */
  netAmount: string | null
}

const FROM_LINES = 'Sum of the cost lines'

/**
 * Currency, gross and taxes; net, and the notes on unusual values, follow while they are typed, and after saving
 * without scripts.
 */
function AmountFields({ currencies, currency, onCurrency, hasLines, netAmount }: AmountFieldsProps) {
  const gross = useAmountField('grossAmount')
  const taxes = useAmountField('taxes')
  const { typed } = useFormState()
  const [now, setNow] = useState<Record<string, string>>({})
  const text = (field: typeof gross) => now[field.name] ?? typed[field.name] ?? field.defaultValue
  const amounts = [typedAmount(text(gross)), typedAmount(text(taxes))] as const
  const [grossAmount = null, taxAmount = null] = amounts
  const unread = amounts.includes(undefined)
  // From the values in the fields, whether they were just typed or came back with a refusal.
  const net = hasLines ? netAmount : netOf(grossAmount, taxAmount)
  const notice = unread ? null : netNotice({ grossAmount, taxes: taxAmount, currency })
  const prepaid = useAmountField('prepaidAmount')
  const rounding = useAmountField('roundingAmount')
  const adjustments = [typedAmount(text(prepaid)), typedAmount(text(rounding))] as const
  const [prepaidAmount = null, roundingAmount = null] = adjustments
  const payable = hasLines
    ? payableOf({ grossAmount: gross.defaultValue, prepaidAmount, roundingAmount })
    : payableOf({ grossAmount, prepaidAmount, roundingAmount })
  const amount = (field: typeof gross, fromLines = hasLines) => (
    <>
      <DecimalInput
        {...field}
        defaultValue={fromLines ? showAmount(field.defaultValue, currency) : field.defaultValue}
        off={fromLines ? FROM_LINES : undefined}
        {...amountReader(field.label, currency || null)}
        onValue={(value) => setNow((before) => ({ ...before, [field.name]: value }))}
      />
      {fromLines && <input type="hidden" name={field.name} value={field.defaultValue} />}
    </>
  )
  return (
    <>
      <DraftChoice name="currency" offered={currencies} onValue={onCurrency} />
      {amount(gross)}
      {amount(taxes)}
      <div className="field">
        <span className="draft-form__net-label" id="net-label">
          Net
        </span>
        {gross.hint && <p className="field__hint">Gross less taxes</p>}
        <output className="draft-form__net" htmlFor="grossAmount taxes" aria-labelledby="net-label">
          {unread ? '' : showAmount(net, currency)}
        </output>
      </div>
      {amount(prepaid, false)}
      {amount(rounding, false)}
      <div className="field">
        <span className="draft-form__net-label" id="payable-label">
          Payable
        </span>
        <output
          className="draft-form__net"
          htmlFor="grossAmount prepaidAmount roundingAmount"
          aria-labelledby="payable-label"
        >
          {unread || adjustments.includes(undefined) ? '' : showAmount(payable, currency)}
        </output>
      </div>
      <div className="draft-form__whole" role="status">
        {notice && <Note kind="warning">{notice}</Note>}
      </div>
    </>
  )
}

interface ValidationFieldsProps {
  /** The client's validators; retired ones are left out. */
  validators: readonly Offered[]
}

/** Who validates for the client, and when; a date has no meaning without a person. */
function ValidationFields({ validators }: ValidationFieldsProps) {
  return (
    <fieldset className="form__group draft-form__pairs">
      <legend>Client validation</legend>
      {validators.length === 0 && (
        <p className="draft-form__whole muted">
          No validators for this client yet. They are offered once the client is saved.
        </p>
      )}
      <Validator letter="A" validators={validators} />
      <Validator letter="B" validators={validators} />
    </fieldset>
  )
}

function Validator({ letter, validators }: ValidationFieldsProps & { letter: 'A' | 'B' }) {
  const { typed } = useFormState()
  const { defaultValue, name } = useDraftField(`validatingUser${letter}`)
  const [chosen, setChosen] = useState(typed[name] ?? defaultValue)
  const scripts = useScripts()
  return (
    <>
      <DraftChoice name={`validatingUser${letter}`} offered={validators} onValue={setChosen} many />
      <DraftDay
        name={`validationDate${letter}`}
        off={scripts && chosen === '' ? `Choose user ${letter} first.` : undefined}
      />
    </>
  )
}

interface DraftGroupsProps {
  draft: Draft
  choices: DraftChoices
  hasLines: boolean
}

/**
 * The fields of a draft in the order in which an invoice is read: who, what, how much, how it is booked, who validates.
 */
function DraftGroups({ draft, choices, hasLines }: DraftGroupsProps) {
  const { typed } = useFormState()
  const stored = draft.receivedDate ?? choices.today
  const [day, setDay] = useState(typed.receivedDate ?? draft.receivedDate ?? '')
  const [currency, setCurrency] = useState(typed.currency ?? draft.currency ?? '')
  const search = choices.searched.includes('entities') ? '/choices/entities' : undefined
  const client = { offered: choices.entities, search }
  const received = { day: day || choices.today, stored, isKnown: day !== '' }
  return (
    <>
      <fieldset className="form__group draft-form__names">
        <legend>Supplier and client</legend>
        <SupplierFields choices={choices} received={received} />
        {(['settlementLegalEntity', 'settlingLegalEntity'] as const).map((name) => (
          <EntityField key={`${name} ${draft[name]}`} name={name} {...client} received={received} />
        ))}
      </fieldset>
      <fieldset className="form__group">
        <legend>Invoice</legend>
        <DraftText name="invoiceRef" maxLength={200} />
        <DraftDay name="invoiceDate" />
        <DraftDay name="receivedDate" onValue={setDay} />
        <DraftDay name="dueDate" />
      </fieldset>
      <fieldset className="form__group draft-form__amounts">
        <legend>Amounts</legend>
        <AmountFields
          currencies={choices.currencies}
          currency={currency}
          onCurrency={setCurrency}
          hasLines={hasLines}
          netAmount={draft.netAmount}
        />
      </fieldset>
      <fieldset className="form__group">
        <legend>Booking and payment</legend>
        <DraftChoice key={`expense ${draft.expenseType}`} name="expenseType" offered={choices.expenseTypes} />
        <DraftChoice key={`routine ${draft.routineType}`} name="routineType" offered={choices.routineTypes} />
        <DraftChoice name="allocationRule" offered={choices.allocationRules} />
        <DraftChoice name="postingFilter" offered={choices.postingFilters} />
        <DraftDay name="glDate" />
        <DraftDay name="paymentDate" />
        <DraftDay name="serviceFrom" />
        <DraftDay name="serviceTo" />
        <DraftText name="paymentReference" maxLength={MAX_PAYMENT_REFERENCE_LENGTH} />
        <DraftText name="correctsRef" maxLength={MAX_REFERENCE_LENGTH} />
        <DraftAmount name="reverseChargeTax" currency={currency} />
        <DraftBox name="reverseCharge" />
        <DraftBox name="collectedBySupplier" />
        <DraftBox name="prePaid" />
        <DraftBox name="alreadyPaid" />
        <DraftBox name="excludeFromCash" />
        <DraftComment name="transactionComment" />
      </fieldset>
      <ValidationFields validators={choices.validators} />
    </>
  )
}

interface DraftFormProps {
  draft: Draft
  choices: DraftChoices
  /** From the supplier's last invoices. */
  suggested: Suggested
  editing: DraftEditing
  eInvoice: EInvoiceFields | null
  hasLines: boolean
  /** Of the stored values. */
  checks: Checks
  /** May this person open Budgets? */
  mayOpenBudgets: boolean
  idempotencyKey: string
  refused?: Refused
}

/** The form of a draft, with all that this person may change at its current status. */
export function DraftForm({ draft, choices, editing, eInvoice, refused, ...props }: DraftFormProps) {
  const { may, reason } = editing
  const close = `/drafts/${draft.id}`
  const within = useRef<HTMLDivElement>(null)
  const [changed, look] = useUnsaved(within, String(draft.revision))
  const { checks, shown: checked, onInput } = useLiveChecks(draft.id, props.checks)
  const before = useClosedByMissingDate(refused, close)
  useFocusOfAddress()
  const conflict = conflictIn(refused)
  const suggested = useSuggested(draft, props.suggested, may === 'all')
  const ofSupplier = useSupplierSuggestions(draft.id)
  const origin = (field: DraftField) =>
    ofSupplier.line(field) ?? (eInvoice && fieldOrigin(field, draft, eInvoice)) ?? suggested.line(field)
  // A user who saw both versions saves over the stored one; any other user over the one that they opened.
  const revision = conflict?.revision ?? refused?.typed.revision ?? before?.revision ?? draft.revision
  const saysMore = refused?.refusal.title === VALIDATION_TITLE
  const shown = refused && (conflict ? { ...refused.refusal, fields: {} } : { ...refused.refusal, saysMore })
  const typed = refused && (conflict ? mergedTyped(refused.typed, conflict, draft) : withoutUndated(refused))
  if (may === 'nothing') return <Note>{reason}</Note>
  return (
    <>
      <ConfirmLeaving
        base={`${close}/edit`}
        unsaved={!isMissingDate(refused) && (changed || refused !== undefined)}
      />
      <div
        ref={within}
        className="draft-form"
        onInput={(event) => {
          look()
          if (may !== 'all') return
          ofSupplier.onInput(event)
          onInput(event)
        }}
      >
        {may === 'validation' && (
          <Note>
            The client is validating this draft: only validators, their dates and proofs can change.
          </Note>
        )}
        {/* The form shows the notes on unusual values next to the amounts. */}
        <DraftChecks checks={{ ...checks, notices: [] }} />
        <p className="hidden-text" role="status">
          {ofSupplier.said}
        </p>
        <Form keeps idempotencyKey={props.idempotencyKey} refusal={shown} typed={typed ?? before}>
          <input type="hidden" name="revision" value={revision} />
          {conflict && <ConflictVersions versions={conflict.versions} storedHref={close} />}
          <DraftFormProvider value={{ draft: suggested.shown, origin }}>
            {may === 'all' ? (
              <DraftGroups draft={suggested.shown} choices={choices} hasLines={props.hasLines} />
            ) : (
              <ValidationFields validators={choices.validators} />
            )}
          </DraftFormProvider>
          <FormActions>
            <SubmitButton name="next" value="stay">
              {conflict ? 'Save my version' : 'Confirm'}
            </SubmitButton>
            <CloseLink className="button" to={close}>
              Cancel
            </CloseLink>
            {may === 'all' && (
              <SubmitButton name="next" value="allocate" look="plain">
                Allocate
              </SubmitButton>
            )}
            {may === 'all' && (
              <span className="without-scripts">
                <SubmitButton name="next" value="suggest" look="plain">
                  Suggest from the supplier’s last invoices
                </SubmitButton>
              </span>
            )}
          </FormActions>
        </Form>
        <LiveBudgets
          checks={checks.budgets}
          passed={checks.passed}
          shown={checked}
          mayOpen={props.mayOpenBudgets}
        />
      </div>
    </>
  )
}

/** A validator was chosen without the date of the validation. */
const isMissingDate = (refused: Refused | undefined) => refused?.refusal.title === VALIDATION_TITLE

/** What was typed, without the validators whose date is missing (specification, section 5). */
function withoutUndated({ refusal, typed }: Refused): Record<string, string> {
  if (refusal.title !== VALIDATION_TITLE) return typed
  const undated = (['A', 'B'] as const).filter((letter) => refusal.fields?.[`validationDate${letter}`])
  return { ...typed, ...Object.fromEntries(undated.map((letter) => [`validatingUser${letter}`, ''])) }
}

/**
 * With scripts a missing validation date closes the popup, and the page below says why; opened again it has what was
 * typed, which this returns.
 */
function useClosedByMissingDate(refused: Refused | undefined, closeHref: string) {
  const carry = useCarry()
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, after the pages below are reloaded
  useEffect(() => {
    if (!refused || !isMissingDate(refused) || state !== 'idle') return
    const { idempotencyKey: _, ...typed } = withoutUndated(refused)
    const form = withCurrentSearch(pathname, search)
    carry(withCurrentSearch(closeHref, search), { refused: { refusal: refused.refusal, typed, form } })
  }, [refused, state === 'idle'])
  return useTypedBefore()
}

/** Puts the focus on the field that the address names. */
function useFocusOfAddress() {
  const { hash } = useLocation()
  useEffect(() => {
    const field = hash === '' ? null : document.getElementById(hash.slice(1))
    if (field) giveFocus(field)
  }, [hash])
}
