import { createContext, type ReactNode, useContext, useState } from 'react'
import {
  type DRAFT_AMOUNTS,
  DRAFT_LABELS,
  type Draft,
  type DraftField,
  type DraftFields,
} from '~/areas/expenses/expense'
import type { EntityChoice } from '~/areas/reference-data/choices.server'
import type { EInvoiceFields, Found } from '~/platform/einvoices/einvoice'
import { amountReader } from '~/platform/page/use-unsaved'
import { amountInField } from '~/platform/values/currencies'
import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { checkPaymentReference } from '~/platform/values/payment-reference'
import { showAmount, showDay } from '~/platform/values/show'
import { ChoiceInput, DateInput, DecimalInput } from '~/ui/enhanced/controls'
import { useFormState } from '~/ui/form/form'
import { Checkbox, SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { useScripts } from '~/ui/form/use-preserved-focus'
import { whyNotOn } from '../draft-rules'
import type { DraftChoices } from './choices.server'

/** The facts that the fields of a draft's form need. */
interface DraftFormFacts {
  draft: Draft
  /** The e-invoice's value of a field, for the line under its label. */
  origin: (name: DraftField) => ReactNode
}

const Context = createContext<DraftFormFacts | null>(null)

export const DraftFormProvider = Context.Provider

type NamesOf<Type> = {
  [Name in keyof DraftFields]: DraftFields[Name] extends Type ? Name : never
}[DraftField]

/** The parts that all fields of the form share: the value, its label and its source. */
export function useDraftField(name: DraftField) {
  const facts = useContext(Context)
  if (!facts) throw new Error(`The field ${name} stands outside the form of a draft`)
  const value = facts.draft[name]
  return {
    name,
    label: DRAFT_LABELS[name],
    hint: facts.origin(name),
    defaultValue: value === null ? '' : String(value),
  }
}

export function DraftText({ name, maxLength }: { name: NamesOf<string | null>; maxLength: number }) {
  return <TextInput {...useDraftField(name)} maxLength={maxLength} />
}

export function DraftComment({ name }: { name: 'transactionComment' }) {
  return <TextArea {...useDraftField(name)} rows={2} maxLength={4000} />
}

/** The same of an amount, in the decimals of the currency that is stored with it. */
export function useAmountField(name: (typeof DRAFT_AMOUNTS)[number]) {
  const field = useDraftField(name)
  const { defaultValue: currency } = useDraftField('currency')
  return { ...field, defaultValue: amountInField(field.defaultValue, currency || null) }
}

/** An amount that no other field follows; `currency` is the one that is chosen now. */
export function DraftAmount({ name, currency }: { name: 'reverseChargeTax'; currency: string }) {
  const field = useAmountField(name)
  return <DecimalInput {...field} {...amountReader(field.label, currency || null)} />
}

interface DraftDayProps {
  name: NamesOf<string | null>
  /** Why there is nothing to enter, as a sentence. */
  off?: string
  onValue?: (value: string) => void
}

export function DraftDay({ name, ...more }: DraftDayProps) {
  return <DateInput {...useDraftField(name)} {...more} />
}

/** A choice in a list: an id or a code, and its label. */
export interface Offered {
  value: number | string
  label: string
}

interface DraftChoiceProps {
  name: NamesOf<number | string | null>
  offered: readonly Offered[]
  onValue?: (value: string) => void
  /** The initial choice, instead of what is stored or was typed. */
  value?: string
  /** The fault of the choice. */
  wrong?: string
  /** In a long list: found by a part of the text. */
  many?: boolean
  /** Where the options are found that are not offered. */
  search?: string
}

export function DraftChoice({ name, offered, many = false, ...more }: DraftChoiceProps) {
  const options = offered.map(({ value, label }) => ({ value: String(value), label }))
  const Input = many ? ChoiceInput : SelectInput
  return <Input {...useDraftField(name)} {...more} options={options} />
}

export function DraftBox({
  name,
  onChecked,
}: {
  name: NamesOf<boolean>
  onChecked?: (checked: boolean) => void
}) {
  const { label, defaultValue } = useDraftField(name)
  return <Checkbox name={name} label={label} defaultChecked={defaultValue === 'true'} onChecked={onChecked} />
}

/** The day that dead dates are compared with. */
interface Received {
  /** The value as typed now; today while there is none. */
  day: Day
  stored: Day
  isKnown: boolean
}

interface SupplierFieldsProps {
  choices: Pick<DraftChoices, 'suppliers' | 'supplierFunds' | 'searched'>
  received: Received
}

/**
 * Supplier company or supplier fund, never both. With scripts only the one that the box selects is shown, and the other
 * is cleared; without scripts both are shown, and the server takes the one that the box selects.
 */
export function SupplierFields({ choices, received }: SupplierFieldsProps) {
  const { suppliers, supplierFunds, searched } = choices
  const { typed } = useFormState()
  const { defaultValue } = useDraftField('isSupplierFund')
  const ticked = Object.keys(typed).length > 0 ? typed.isSupplierFund === 'on' : defaultValue === 'true'
  const [isFund, setFund] = useState(ticked)
  const [cleared, setCleared] = useState({ company: false, fund: false })
  const scripts = useScripts()
  return (
    <>
      <DraftBox
        name="isSupplierFund"
        onChecked={(checked) => {
          setFund(checked)
          setCleared((before) => ({ ...before, [checked ? 'company' : 'fund']: true }))
        }}
      />
      {!(scripts && isFund) && (
        <EntityField
          name="invoicedLegalEntity"
          offered={suppliers}
          search={searched.includes('suppliers') ? '/choices/suppliers' : undefined}
          received={received}
          cleared={cleared.company}
        />
      )}
      {!(scripts && !isFund) && (
        <EntityField
          name="invoicedFundLegalEntity"
          offered={supplierFunds}
          search={searched.includes('supplier-funds') ? '/choices/supplier-funds' : undefined}
          received={received}
          cleared={cleared.fund}
        />
      )}
    </>
  )
}

interface EntityFieldProps {
  name: 'invoicedLegalEntity' | 'invoicedFundLegalEntity' | 'settlementLegalEntity' | 'settlingLegalEntity'
  offered: readonly EntityChoice[]
  /** The address that finds the others, where not all are offered. */
  search?: string
  received: Received
  /** Start empty, without the entity that is stored or was typed. */
  cleared?: boolean
}

/**
 * The legal entities that may be chosen on the received date; a chosen one stays, with the date until which it could be
 * chosen.
 */
export function EntityField({ name, offered, search, received, cleared = false }: EntityFieldProps) {
  const { typed } = useFormState()
  const { defaultValue, label } = useDraftField(name)
  const [chosen, setChosen] = useState(cleared ? '' : (typed[name] ?? defaultValue))
  const { day, stored, isKnown } = received
  const asStored = (value: number) => String(value) === defaultValue && day === stored
  const dead = offered.find(({ value, until }) => String(value) === chosen && until !== null && until < day)
  return (
    <DraftChoice
      name={name}
      many
      search={search && `${search}?on=${day}`}
      offered={offered.filter(
        ({ value, until }) => until === null || until >= day || String(value) === chosen || asStored(value),
      )}
      value={cleared ? '' : undefined}
      wrong={
        dead?.until && !asStored(dead.value)
          ? whyNotOn(label, { name: dead.label, until: dead.until }, { day, isKnown })
          : undefined
      }
      onValue={setChosen}
    />
  )
}

type Read = keyof EInvoiceFields

/** The value of an e-invoice that fills a field. */
const FILLED_BY: Partial<Record<DraftField, readonly Read[]>> = {
  invoicedLegalEntity: ['sellerName', 'sellerVat'],
  invoicedFundLegalEntity: ['sellerName', 'sellerVat'],
  settlementLegalEntity: ['buyerName', 'buyerVat'],
  invoiceRef: ['invoiceRef'],
  invoiceDate: ['invoiceDate'],
  dueDate: ['dueDate'],
  currency: ['currency'],
  grossAmount: ['grossAmount'],
  taxes: ['taxes'],
  prepaidAmount: ['prepaidAmount'],
  roundingAmount: ['roundingAmount'],
  paymentReference: ['paymentReference'],
  correctsRef: ['precedingRef'],
}

/** The parts of an e-invoice that fill fields. */
export function filling(eInvoice: EInvoiceFields): EInvoiceFields {
  const names: readonly string[] = Object.values(FILLED_BY).flat()
  return Object.fromEntries(Object.entries(eInvoice).filter(([name]) => names.includes(name)))
}

const AMOUNTS: readonly Read[] = [
  'grossAmount',
  'taxes',
  'netAmount',
  'dueAmount',
  'prepaidAmount',
  'roundingAmount',
]
const ADJUSTMENTS: readonly Read[] = ['prepaidAmount', 'roundingAmount']
const DAYS: readonly Read[] = ['invoiceDate', 'dueDate']
/** For these the draft holds one of our entities, whose name differs. */
const NAMES: readonly Read[] = ['sellerName', 'sellerVat', 'buyerName', 'buyerVat']

/** A value of an e-invoice, formatted for people. */
function shownFound(name: Read, { value }: Found, { currency }: EInvoiceFields): string {
  if (AMOUNTS.includes(name)) return showAmount(value, currency?.value)
  return DAYS.includes(name) ? showDay(value) : value
}

/**
 * The source of a draft's field, with the e-invoice's value where the draft differs; null for a field that it does not
 * fill.
 */
export function fieldOrigin(field: DraftField, draft: Draft, eInvoice: EInvoiceFields): ReactNode {
  const [first, ...others] = foundFor(field, draft, eInvoice)
  if (!first) return null
  const source = [first, ...others].map(({ one }) => one.source).join(', ')
  if (NAMES.includes(first.name))
    return <Line text={`E-invoice: ${shownFound(first.name, first.one, eInvoice)}`} source={source} />
  return fieldDiffers(field, draft, eInvoice) ?? <Line text="From the e-invoice" source={source} />
}

/** The e-invoice's value of a field where the draft differs; null where they agree. */
export function fieldDiffers(field: DraftField, draft: Draft, eInvoice: EInvoiceFields): ReactNode {
  const [first] = foundFor(field, draft, eInvoice)
  if (!first || NAMES.includes(first.name) || isSame(first.name, first.one.value, draft[field])) return null
  return (
    <Line
      text={`The e-invoice says ${shownFound(first.name, first.one, eInvoice)}`}
      source={first.one.source}
      differs
    />
  )
}

function foundFor(field: DraftField, draft: Draft, eInvoice: EInvoiceFields): { name: Read; one: Found }[] {
  if (field === 'invoicedFundLegalEntity' && !draft.isSupplierFund) return []
  return (FILLED_BY[field] ?? []).flatMap((name) => {
    const one = eInvoice[name]
    return one ? [{ name, one }] : []
  })
}

function Line({ text, source, differs = false }: { text: string; source: string; differs?: boolean }) {
  return (
    <span className={differs ? 'draft-form__differs' : undefined} title={source}>
      {text}
      <span className="hidden-text"> ({source})</span>
    </span>
  )
}

function isSame(name: Read, stated: string, stored: Draft[DraftField]): boolean {
  // An empty amount counts as zero.
  if (stored === null && ADJUSTMENTS.includes(name)) return new Big(stated).eq(0)
  if (typeof stored !== 'string') return false
  if (name === 'paymentReference') return checkPaymentReference(stated).reference === stored
  return AMOUNTS.includes(name) ? new Big(stated).eq(stored) : stated.trim() === stored
}
