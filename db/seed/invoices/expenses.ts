/** What the invoices are for. */
export const EXPENSES: readonly { name: string; category: string }[] = [
  ['Professional fees', 'Audit fee', 'Legal fee', 'Tax advice', 'Notary fee', 'Liquidation fee'],
  [
    'Service providers',
    'Depositary fee',
    'Domiciliation fee',
    'Administration fee',
    'Transfer agency fee',
    'Paying agent fee',
    'Investment management fee',
    'Distribution fee',
  ],
  ['Data', 'Index licence', 'Market data', 'Rating fee', 'ESG data', 'Software licence'],
  ['Publication', 'Translation and publication', 'Financial printing', 'KID production'],
  ['Regulatory', 'CSSF annual fee', 'Foreign registration fee', 'Regulatory reporting', 'LEI renewal'],
  ['Governance', 'Directors’ fee', 'Insurance (D&O)', 'Board expenses'],
].flatMap(([category = '', ...names]) => names.map((name) => ({ name, category })))

export const ROUTINES: readonly string[] = [
  'Monthly',
  'Quarterly',
  'Half-yearly',
  'Yearly',
  'One-off',
  'On request',
  'Per transaction',
  'Per NAV',
]

/** Shares of the currencies in percent. */
export const CURRENCIES: readonly (readonly [code: string, share: number])[] = [
  ['EUR', 60],
  ['USD', 16],
  ['GBP', 9],
  ['CHF', 7],
  ['JPY', 4],
  ['SEK', 4],
]

/** Currencies whose amounts have no decimals. */
export const WHOLE_UNITS: ReadonlySet<string> = new Set(['JPY'])

/** Value added taxes in percent with their shares. */
export const TAX_RATES: readonly (readonly [rate: number, share: number])[] = [
  [17, 55],
  [0, 35],
  [8, 10],
]
