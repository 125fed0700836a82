import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import { counted, showMoney } from '~/platform/values/show'
import { MAX_PARTS } from './sums'

/** The rules by which what a bank says settles payments, as the page of the Bank inbox explains them. */

/** Days between the two bookings of a transfer. */
export const MAX_TRANSFER_DAYS = 5

/** Letters and digits of a reference that is looked for in the text of an entry. */
export const MIN_REFERENCE = 4

/**
 * Charges that banks keep of a payment that they return without stating them: percent of it, of small payments up to the
 * least amount, of large ones no more than the most, both in the currency of the site.
 */
export const UNSTATED_CHARGES = { percent: 5, least: 15, most: 100 }

const euros = (amount: number) => showMoney(String(amount), SITE_CURRENCY)

interface SettlingRules {
  id: string
  title: string
  lead: string
  rules: { term: string; value: string }[]
}

export const SETTLING_RULES: readonly SettlingRules[] = [
  {
    id: 'settles',
    title: 'What settles a payment by itself',
    lead: 'An entry settles a payment of a run only if all of this fits. Each thing that does not is a line of the entry in the Bank inbox, with both sides.',
    rules: [
      {
        term: 'Reference',
        value:
          'It has our end-to-end id or instruction id. A batch booking has the id of our group or file, and the number and total of its payments.',
      },
      { term: 'Account and direction', value: 'The money left the account that the run pays from.' },
      {
        term: 'Amount',
        value:
          'It is what was sent, in its currency and to the cent. Where the bank booked another currency, the counter-amount that it states is.',
      },
      {
        term: 'Days',
        value:
          'Booking and value date are not before the day on which the file was made, and not after tomorrow: the bank may be in another time zone.',
      },
      {
        term: 'State',
        value:
          'The payment was sent, and is neither rejected nor taken out. A payment that was marked as paid by hand is confirmed.',
      },
      {
        term: 'Once',
        value:
          'A booking that an earlier file reported changes nothing: it is known by the bank’s number, or else by payment, amount and day. Intraday reports (camt.052) settle nothing; the statement of the day does.',
      },
    ],
  },
  {
    id: 'returns',
    title: 'Money that comes back, and what contradicts',
    lead: 'The entries of a file are judged together, so their order does not matter.',
    rules: [
      {
        term: 'Return of a payment',
        value:
          'Its invoice becomes RETURNED, with the bank’s reason. It is paid again only after its account was confirmed and two people approved it. Charges that the bank kept are left in the inbox.',
      },
      {
        term: 'Return of less',
        value: `What is missing counts as charges where the bank states so, or else up to ${UNSTATED_CHARGES.percent} % of the payment and ${euros(UNSTATED_CHARGES.most)}; of a small payment up to ${euros(UNSTATED_CHARGES.least)}, but no more than half of it. Where no exchange rate is stored, the same figures count in its currency. Any other amount is a difference: the invoice stays paid until two treasurers decide.`,
      },
      {
        term: 'Rejection of a payment',
        value:
          'Its invoice waits to be paid again. It is approved anew, unless the maker of the run recorded the rejection and the payee’s account is still the one that was approved.',
      },
      {
        term: 'Contradiction',
        value:
          'Booked although it was rejected, returned, taken out or not sent, or rejected although it was paid: the invoice is in dispute, and cannot be paid until two treasurers settle that.',
      },
      {
        term: 'Second debit',
        value: 'The first one pays the invoice; the second is in the inbox, to be asked back.',
      },
      {
        term: 'Status of a file (pain.002)',
        value:
          'It must name a file that was sent, and only what is in it. Otherwise nothing of it is recorded.',
      },
    ],
  },
  {
    id: 'proposals',
    title: 'What is only proposed',
    lead: 'A treasurer accepts each proposal, or several together where all details agree.',
    rules: [
      { term: 'Payment', value: 'Our id is in the text of the entry alone.' },
      {
        term: 'Payment and charges',
        value: 'More was booked than was sent, and the bank states the rest as charges.',
      },
      {
        term: 'Invoice',
        value: `One open invoice of the entity has this amount, and its reference (${MIN_REFERENCE} characters or more) is in the text, or the money went to an account of its supplier.`,
      },
      {
        term: 'Several together',
        value: `Two or three payments of the account, or open invoices of the entity, to one payee are the same amount together, and no others are. The bank names the payee’s account or name; of a payee with more than ${MAX_PARTS} that are open nothing is proposed.`,
      },
      {
        term: 'Internal transfer',
        value: `One other account of the entity booked the same amount the other way within ${counted(MAX_TRANSFER_DAYS, 'day')}.`,
      },
      {
        term: 'Bank charges',
        value: 'The text speaks of charges, fees or commission, and no account of a payee is named.',
      },
      {
        term: 'As before',
        value:
          'People booked entries of the same account, counterparty and first word of the text as charges or as income: see the list below.',
      },
    ],
  },
]
