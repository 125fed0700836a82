import { createContext, type ReactNode, useContext } from 'react'
import { Checkbox, DateInput, SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import type { Draft, DraftFields } from './draft'
import { DRAFT_LABELS, type DraftField } from './draft-labels'

/** What the fields of a draft's form need to know of it. */
interface DraftFormFacts {
  draft: Draft
  /** What the e-invoice says of a field, for the line under its label. */
  origin: (name: DraftField) => ReactNode
}

const Context = createContext<DraftFormFacts | null>(null)

export const DraftFormProvider = Context.Provider

type NamesOf<Type> = {
  [Name in keyof DraftFields]: DraftFields[Name] extends Type ? Name : never
}[DraftField]

/** What all fields of the form share: its value, its label and where its value came from. */
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

interface DraftDayProps {
  name: NamesOf<string | null>
  /** Why there is nothing to enter, in words. */
  off?: string
  onValue?: (value: string) => void
}

export function DraftDay({ name, ...more }: DraftDayProps) {
  return <DateInput {...useDraftField(name)} {...more} />
}

/** What a list offers: an id or a code, and what people call it. */
export interface Offered {
  value: number | string
  label: string
}

interface DraftChoiceProps {
  name: NamesOf<number | string | null>
  offered: readonly Offered[]
  onValue?: (value: string) => void
  /** What is chosen at first, whatever is stored or was typed. */
  value?: string
  /** What is wrong with what is chosen. */
  wrong?: string
}

export function DraftChoice({ name, offered, ...more }: DraftChoiceProps) {
  const options = offered.map(({ value, label }) => ({ value: String(value), label }))
  return <SelectInput {...useDraftField(name)} {...more} options={options} />
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
