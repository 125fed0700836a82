import { Form } from '@remix-run/react'
import { showIban } from '~/platform/values/show'
import { DateInput } from '~/ui/enhanced/controls'
import { SelectInput } from '~/ui/form/inputs'
import type { PayableQuery } from './payable.server'

/** The parameters of an address that choose invoices; the others belong to the grid. */
const CHOICE = ['due', 'account', 'ccy']

/** The same choice in another address. */
export function chosenSearch(search: string, more: Record<string, string>): string {
  const choice = [...new URLSearchParams(search)].filter(([name]) => CHOICE.includes(name))
  return new URLSearchParams([...choice, ...Object.entries(more)]).toString()
}

interface ChooseFormProps {
  chosen: PayableQuery
  accounts: { iban: string; currency: string; name: string }[]
  /** The search of the page: the grid's state is kept. */
  search: string
}

/** Which invoices are shown: by due date, account that pays and currency. */
export function ChooseForm({ chosen, accounts, search }: ChooseFormProps) {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort()
  const dropped = [...CHOICE, 'page', 'selected']
  const others = [...new URLSearchParams(search)].filter(([name]) => !dropped.includes(name))
  return (
    <Form action="/payments/new" className="toolbar screen-only" preventScrollReset>
      {others.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parameters may repeat, in their order
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <DateInput name="due" label="Due on or before" value={chosen.due ?? ''} />
      <SelectInput
        name="account"
        label="Account that pays"
        value={chosen.debtor ?? ''}
        blank="All accounts"
        options={accounts.map(({ iban, currency, name }) => ({
          value: iban,
          label: `${name}, ${currency} ${showIban(iban)}`,
        }))}
      />
      <SelectInput
        name="ccy"
        label="Currency"
        value={chosen.currency ?? ''}
        blank="All currencies"
        options={currencies.map((value) => ({ value, label: value }))}
      />
      <button type="submit" className="button">
        Show invoices
      </button>
    </Form>
  )
}
