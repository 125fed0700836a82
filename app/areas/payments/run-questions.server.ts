import type { StoredAccount } from '~/areas/bank-accounts/bank-details.server'
import { bankWarnings } from './bank-files/bank-rules'
import { isSepa } from './bank-files/reach'
import { choiceField, otherCurrencyLine } from './make-run.server'
import { type Candidate, faultBetween, namedAccounts } from './payable.server'

/** What is chosen before a run is made: its accounts where there are several, and what is to be confirmed. */

/** A choice between the accounts of an entity in a currency. */
interface AccountQuestion {
  /** The name of its field. */
  field: string
  entity: string
  currency: string
  accounts: Pick<StoredAccount, 'id' | 'iban' | 'bic' | 'iso3Currency' | 'clearing'>[]
}

/** Who pays the charges, of an entity's payments in a currency. */
interface ChargesQuestion {
  field: string
  entity: string
  currency: string
}

export interface RunQuestions {
  from: AccountQuestion[]
  to: AccountQuestion[]
  charges: ChargesQuestion[]
  /** Payments to accounts of other currencies, each in a line. */
  otherCurrencies: string[]
  /** What the bank will read otherwise than it is stored, in sentences. */
  warnings: string[]
}

export function runQuestions(candidates: readonly Candidate[]): RunQuestions {
  const from = new Map<string, AccountQuestion>()
  const to = new Map<string, AccountQuestion>()
  const charges = new Map<string, ChargesQuestion>()
  const otherCurrencies: string[] = []
  const warnings = new Set<string>()
  for (const candidate of candidates) {
    const { settlingEntityId, supplierId, settling_entity, provider, currency } = candidate
    const { debtors, creditors, isOtherCurrency } = candidate
    const [debtor] = debtors
    if (!debtor) continue
    if (debtors.length > 1)
      addQuestion(from, choiceField('from', settlingEntityId, currency), settling_entity, currency, debtors)
    if (creditors.length > 1)
      addQuestion(
        to,
        choiceField('to', supplierId, currency),
        provider,
        currency,
        creditors.filter((creditor) => faultBetween(candidate, { debtor, creditor }) === null),
      )
    for (const creditor of creditors) {
      const { invoice_ref: invoiceRef, paymentReference } = candidate
      const payment = {
        ...namedAccounts(candidate, { debtor, creditor }),
        currency,
        invoiceRef,
        paymentReference,
      }
      if (!isSepa(payment)) {
        const field = choiceField('charges', settlingEntityId, currency)
        charges.set(field, { field, entity: settling_entity, currency })
      }
      for (const warning of bankWarnings({ ...payment, creditorCurrency: '' })) warnings.add(warning)
    }
    const [creditor] = creditors
    if (isOtherCurrency && creditor)
      otherCurrencies.push(
        otherCurrencyLine(candidate, candidate.payable_amount, {
          iban: creditor.iban,
          currency: creditor.iso3Currency,
        }),
      )
  }
  return {
    from: [...from.values()],
    to: [...to.values()],
    charges: [...charges.values()],
    otherCurrencies,
    warnings: [...warnings],
  }
}

/** The question of a field, with these accounts besides those that it has. */
function addQuestion(
  questions: Map<string, AccountQuestion>,
  field: string,
  entity: string,
  currency: string,
  accounts: readonly StoredAccount[],
): void {
  const offered = questions.get(field)?.accounts ?? []
  const more = accounts.filter(({ id }) => offered.every((account) => account.id !== id))
  const shown = more.map(({ id, iban, bic, iso3Currency, clearing }) => ({
    id,
    iban,
    bic,
    iso3Currency,
    clearing,
  }))
  questions.set(field, { field, entity, currency, accounts: [...offered, ...shown] })
}
