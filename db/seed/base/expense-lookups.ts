/** Lists of codes that the forms of expenses offer, until a site changes them under Administration. */

const list = (key: string, entries: [code: string, display: string][]) =>
  entries.map(([code, display], at) => ({ key, code, display, sortingOrder: at + 1 }))

export const MAPPINGS = [
  ...list('FEES_TYPE', [
    ['AUDIT', 'Audit fees'],
    ['LEGAL', 'Legal fees'],
    ['TAX', 'Tax advice fees'],
    ['DEPOSITARY', 'Depositary fees'],
    ['ADMINISTRATION', 'Administration fees'],
    ['DOMICILIATION', 'Domiciliation fees'],
    ['DATA', 'Index and market data'],
    ['REGULATORY', 'Regulatory fees'],
    ['GOVERNANCE', 'Directors’ fees'],
    ['OTHER', 'Other expenses'],
  ]),
  ...list('FEE_ALLOCATION', [
    ['ENTITY', 'Whole entity'],
    ['TNA', 'Sub-funds by total net assets'],
    ['EQUAL', 'Sub-funds in equal parts'],
    ['LINES', 'As the cost lines say'],
  ]),
  ...list('POSTING_FILTER', [
    ['ALL', 'All ledgers'],
    ['STATUTORY', 'Statutory ledger only'],
    ['MANAGEMENT', 'Management ledger only'],
  ]),
]
