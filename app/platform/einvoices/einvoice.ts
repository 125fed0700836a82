import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'

/** A value of an e-invoice and its place in the XML. */
export interface Found<Value = string> {
  value: Value
  /** For users: the elements from the outside in, such as "ExchangedDocument › ID". */
  source: string
}

/** Fields read from an e-invoice; those that are absent or cannot be understood are missing. */
export interface EInvoiceFields {
  invoiceRef?: Found
  invoiceDate?: Found<Day>
  dueDate?: Found<Day>
  /** Three capital letters. */
  currency?: Found
  netAmount?: Found<Decimal>
  taxes?: Found<Decimal>
  grossAmount?: Found<Decimal>
  /** What was paid in advance (BT-113), and what is added to round the amount due (BT-114). */
  prepaidAmount?: Found<Decimal>
  roundingAmount?: Found<Decimal>
  /** The amount still to be paid (BT-115): gross less prepayments, rounded. */
  dueAmount?: Found<Decimal>
  /** The net amounts of the category reverse charge (AE): the customer owes their VAT. */
  reverseChargeBase?: Found<Decimal>
  /** UNTDID 4461: "58" a SEPA credit transfer, "59" a SEPA direct debit; of several means the direct debit. */
  paymentMeans?: Found
  /** What the supplier wants to read on its statement (BT-83). */
  paymentReference?: Found
  /** The reference of the invoice that this one corrects or credits (BT-25). */
  precedingRef?: Found
  /** The discount if paid until that day, in percent of its base; without one, of the amount due. */
  discountPercent?: Found<Decimal>
  discountBase?: Found<Decimal>
  /** What the supplier says that it comes to. */
  discountAmount?: Found<Decimal>
  discountUntil?: Found<Day>
  sellerName?: Found
  sellerVat?: Found
  buyerName?: Found
  buyerVat?: Found
  /**
   * As written, blanks included. The account to be credited; where a direct debit names none, the account to be
   * debited: its source is then PayerPartyDebtorFinancialAccount.
   */
  iban?: Found
  bic?: Found
}

/** An invoice in XML: inside a PDF, or as a separate file. */
export interface EInvoice {
  /** "Factur-X", "ZUGFeRD 1", "ZUGFeRD 2", "XRechnung", "CII" or "UBL". */
  format: string
  /** Identifier of the profile (guideline), as written in the invoice. */
  profile: string | null
  /** Name of the XML file. */
  fileName: string
  /** UNTDID 1001: "380" an invoice, "381" a credit note. */
  typeCode: string | null
  /** By its type, or by the root element of UBL. */
  isCreditNote: boolean
  fields: EInvoiceFields
  /** The error in its totals, as a sentence for the accountant; null when everything adds up. */
  fault: string | null
}

/** The amounts of an e-invoice that must add up, in addition to its fields; null where it does not give them. */
export interface Totals {
  /** The stated sum of its lines. */
  lineTotal: Decimal | null
  /** Allowances and charges of the whole document; 0 where there are none. */
  allowances: Decimal
  charges: Decimal
  /** Net amount of each line; null when a line has none or there are no lines. */
  lines: Line[] | null
  /** Tax of each rate; null when one is missing or there are none. */
  taxes: Decimal[] | null
  /** The profile allows a cent for each figure that was rounded (Factur-X EXTENDED). */
  centPerFigure: boolean
}

/** A line's net amount; one that sums up or explains others is not part of the total of Factur-X. */
export interface Line {
  amount: Decimal
  summary: boolean
}

/** An invoice as one of the two syntaxes gives it, before its format is named. */
export interface ReadInvoice {
  typeCode: string | null
  /** Whether the syntax itself has another root element for credit notes. */
  isCreditNote: boolean
  profile: string | null
  fields: EInvoiceFields
  totals: Totals
}

/** The types of UNTDID 1001 that EN 16931 counts as credit notes. */
const CREDIT_NOTES: ReadonlySet<string> = new Set('81 83 261 262 296 308 381 396 420 458 532'.split(' '))

export const isCreditType = (typeCode: string | null) => typeCode !== null && CREDIT_NOTES.has(typeCode)

/** A corrected invoice replaces another; whether it is an invoice or a credit, its sign says. */
export const CORRECTED = '384'

const DIRECT_DEBITS: ReadonlySet<string> = new Set(['49', '59'])

/** Whether the supplier collects the amount itself, by the code of one of its means of payment. */
export const isDirectDebitCode = (code: string) => DIRECT_DEBITS.has(code)

/** The same of an e-invoice. */
export const isDirectDebit = ({ paymentMeans }: EInvoiceFields) =>
  paymentMeans !== undefined && isDirectDebitCode(paymentMeans.value)

const SIGNED = [
  'netAmount',
  'taxes',
  'grossAmount',
  'prepaidAmount',
  'roundingAmount',
  'dueAmount',
  'reverseChargeBase',
] as const

/**
 * An e-invoice with the signs of the books: credit notes state what is credited as positive amounts, and become
 * negative. Those of a credit note that is written with negative amounts stay.
 */
export function withSigns(eInvoice: EInvoice): EInvoice {
  const { fields, isCreditNote } = eInvoice
  const total = fields.grossAmount ?? fields.dueAmount ?? fields.netAmount
  if (!isCreditNote || total === undefined || new Big(total.value).lte(0)) return eInvoice
  const signed: EInvoiceFields = { ...fields }
  for (const name of SIGNED) {
    const found = fields[name]
    if (found) signed[name] = { ...found, value: new Big(found.value).neg().toFixed() }
  }
  return { ...eInvoice, fields: signed }
}

/** Legal forms and their parts, at the end of names. */
const FORMS = new Set(
  (
    'ag gmbh kg kgaa ohg gbr ug eg ev se co cie sa sas sasu sarl rl sca scs scsp sicav sicaf sci eurl ltd limited plc llp lp llc ' +
    'inc incorporated corp corporation company bv nv cv vof bvba srl spa sapa sl slu sau oy oyj ab as asa aps kft zrt sro doo dd ' +
    'spzoo zoo oo z sp ead ood eood lda cvba asbl and und et mbh haftungsbeschrankt'
  ).split(' '),
)
/** Legal forms that some countries write in front. */
const FORMS_IN_FRONT = new Set('sa sarl sas sasu eurl sci ab oy'.split(' '))

/** The words of a company's name: without case, accents and punctuation; "S.à r.l." is one word. */
function wordsOf(name: string): string[] {
  const words = name
    .toUpperCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  // Single letters in a row belong together: "S A" and "s a r l" are forms.
  return words.reduce<string[]>((joined, word, at) => {
    const before = joined.at(-1)
    const single = /^[a-z]$/.test(word) && /^[a-z]$/.test(words[at - 1] ?? '')
    if ((single || (word === 'rl' && before === 'sa')) && before !== undefined)
      joined[joined.length - 1] = before + word
    else joined.push(word)
    return joined
  }, [])
}

/** The normalised name, including its legal form. */
export function nameKey(name: string): string {
  return wordsOf(name).join(' ')
}

/** The normalised name without its legal form, unless nothing else would remain. */
export function bareNameKey(name: string): string {
  const words = wordsOf(name)
  let end = words.length
  while (end > 1 && FORMS.has(words[end - 1] ?? '')) end--
  let start = 0
  if (end > 1 && FORMS_IN_FRONT.has(words[0] ?? '')) start = 1
  return words.slice(start, end).join(' ')
}

/** The normalised VAT number: letters and digits only. */
export function vatKey(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
