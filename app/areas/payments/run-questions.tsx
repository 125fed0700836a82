import { showIban } from '~/platform/values/show'
import { Checkbox, SelectInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import type { RunQuestions as Questions } from './run-questions.server'

const CHARGES = [
  { value: 'SHAR', label: 'Shared: each pays those of their own bank' },
  { value: 'DEBT', label: 'All paid by the payer' },
  { value: 'CRED', label: 'All paid by the payee' },
]

type Accounts = Questions['from'][number]['accounts']

const options = (accounts: Accounts) =>
  accounts.map(({ id, iban, bic, iso3Currency, clearing }) => ({
    value: String(id),
    label: [`${iso3Currency} ${showIban(iban)}`, bic, clearing ?? ''].filter(Boolean).join(', '),
  }))

const MAX_LINES = 10

/** The choices of a run that is made: accounts where an entity has several, charges, and what is to be confirmed. */
export function RunQuestions({ from, to, charges, otherCurrencies, warnings }: Questions) {
  return (
    <>
      {from.map(({ field, entity, currency, accounts }) => (
        <SelectInput
          key={field}
          name={field}
          label={`${currency} of ${entity} from`}
          value={String(accounts[0]?.id ?? '')}
          options={options(accounts)}
          required
        />
      ))}
      {to.map(({ field, entity, currency, accounts }) => (
        <SelectInput
          key={field}
          name={field}
          label={`${currency} to ${entity}`}
          hint="It has several accounts, all of which were approved."
          blank="Choose the account"
          options={options(accounts)}
          required
        />
      ))}
      {charges.map(({ field, entity, currency }) => (
        <SelectInput
          key={field}
          name={field}
          label={`Charges of ${currency} payments of ${entity}`}
          hint="Outside SEPA only."
          blank="As set at each payee’s account, else shared"
          options={CHARGES}
        />
      ))}
      {warnings.length > 0 && <Lines lines={warnings} />}
      {otherCurrencies.length > 0 && (
        <>
          <Lines lines={otherCurrencies} />
          <Checkbox
            name="otherCurrency"
            label={
              otherCurrencies.length === 1
                ? 'Pay it to this account of another currency'
                : 'Pay them to these accounts of other currencies'
            }
          />
        </>
      )}
    </>
  )
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <Note kind="warning">
      {lines.slice(0, MAX_LINES).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {lines.length > MAX_LINES && <p>And {lines.length - MAX_LINES} more.</p>}
    </Note>
  )
}
