import { Description } from '~/ui/description/description'
import { Note } from '~/ui/message/message'

/** The bank details that an e-invoice names. */
export interface NamedBank {
  /** As it is printed, in groups of four. */
  iban: string | null
  /** Are country, length, structure and check digits those of an IBAN? */
  valid: boolean
  bic: string | null
  /** Where in the e-invoice they stand. */
  source: string
}

/** Where the supplier wants to be paid: what the e-invoice names, checked, beside what is stored of the supplier. */
export function Ssi({ bank, hasEInvoice }: { bank: NamedBank | null; hasEInvoice: boolean }) {
  return (
    <section className="stack" aria-label="SSI">
      <h2>Bank details that the e-invoice names</h2>
      {bank ? (
        <Description
          items={[
            { term: 'IBAN', value: bank.iban ?? '' },
            { term: 'BIC', value: bank.bic ?? '' },
          ]}
        />
      ) : (
        <p className="muted">
          {hasEInvoice
            ? 'The e-invoice names none.'
            : 'The PDF holds no e-invoice: read them on the invoice.'}
        </p>
      )}
      {bank && bank.iban !== null && !bank.valid && (
        <Note kind="warning">
          This is no IBAN: its country, length or check digits are wrong. Ask the supplier, by a way that you
          know and not one that the invoice names.
        </Note>
      )}
      {bank && <p className="muted">Read from {bank.source}</p>}
      {bank?.valid && <p>Country, length and check digits are those of an IBAN.</p>}
      <h2>Stored bank accounts</h2>
      <p className="muted">No bank accounts of this supplier are stored.</p>
    </section>
  )
}
