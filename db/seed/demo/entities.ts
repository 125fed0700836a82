/** Legal entities and lookups of the demo; all made up. */

export const ENTITIES: {
  name: string
  kind: string
  jurisdiction: string
  vatNumber?: string
  deadDate?: string
}[] = [
  ...[
    'Arvensis SICAV',
    'Brumalis Fonds SICAV',
    'Cormoran Investissements SICAV-FIS',
    'Nordlys Invest SICAV',
    'Peñalara Global SICAV',
    'Quercus Alternatives SCA SICAV-RAIF',
  ].map((name) => ({ name, kind: 'FUND', jurisdiction: 'LU' })),
  {
    name: 'Helvetica Bridge Management Company SA',
    kind: 'COMPANY',
    jurisdiction: 'LU',
    vatNumber: 'LU90000017',
  },
  { name: 'Quercus General Partner S.à r.l.', kind: 'COMPANY', jurisdiction: 'LU', vatNumber: 'LU90000025' },
  { name: 'Nordlys Kapitalförvaltning AB', kind: 'COMPANY', jurisdiction: 'SE', vatNumber: 'SE900000003301' },
  { name: 'Sûre Custody Bank Luxembourg SCA', kind: 'SUPPLIER', jurisdiction: 'LU', vatNumber: 'LU90000033' },
  {
    name: 'Fontaine & Weis, réviseurs d’entreprises agréés',
    kind: 'SUPPLIER',
    jurisdiction: 'LU',
    vatNumber: 'LU90000041',
  },
  {
    name: 'Kellermann Steiner Avocats à la Cour',
    kind: 'SUPPLIER',
    jurisdiction: 'LU',
    vatNumber: 'LU90000058',
  },
  { name: 'Index Data House Ltd', kind: 'SUPPLIER', jurisdiction: 'IE', vatNumber: 'IE9000006A' },
  { name: 'Pricewell Market Data GmbH', kind: 'SUPPLIER', jurisdiction: 'DE', vatNumber: 'DE900000071' },
  { name: 'Domus Domiciliation Services SA', kind: 'SUPPLIER', jurisdiction: 'LU', vatNumber: 'LU90000082' },
  {
    name: 'Traduction Express SPRL',
    kind: 'SUPPLIER',
    jurisdiction: 'BE',
    vatNumber: 'BE0900000094',
    deadDate: '2026-06-30',
  },
  { name: 'Lindenhof Umbrella Fund', kind: 'SUPPLIER FUND', jurisdiction: 'LU' },
  { name: 'Pinecrest Funds ICAV', kind: 'SUPPLIER FUND', jurisdiction: 'IE' },
]

export const CURRENCIES = [
  { code: 'EUR', name: 'Euro' },
  { code: 'USD', name: 'US dollar' },
  { code: 'GBP', name: 'Pound sterling' },
  { code: 'CHF', name: 'Swiss franc' },
  { code: 'SEK', name: 'Swedish krona' },
  { code: 'JPY', name: 'Yen' },
]

export const EXPENSE_TYPES = [
  ['Audit fee', 'Professional fees'],
  ['Legal fee', 'Professional fees'],
  ['Tax advice', 'Professional fees'],
  ['Depositary fee', 'Service providers'],
  ['Domiciliation fee', 'Service providers'],
  ['Index licence', 'Data'],
  ['Market data', 'Data'],
  ['Translation and publication', 'Publication'],
  ['CSSF annual fee', 'Regulatory'],
  ['Directors’ fee', 'Governance'],
].map(([name = '', category = '']) => ({ name, category }))

export const ROUTINE_TYPES = ['Monthly', 'Quarterly', 'Half-yearly', 'Yearly', 'One-off'].map((name) => ({
  name,
}))

export const CLIENT_VALIDATORS: [entity: string, firstName: string, lastName: string, isRetired: boolean][] =
  [
    ['Helvetica Bridge Management Company SA', 'Sabine', 'Oberlin', false],
    ['Helvetica Bridge Management Company SA', 'Thierry', 'Conrad', false],
    ['Helvetica Bridge Management Company SA', 'Ursula', 'Maas', true],
    ['Quercus General Partner S.à r.l.', 'Vincent', 'Aubry', false],
    ['Quercus General Partner S.à r.l.', 'Wanda', 'Nowak', false],
    ['Nordlys Kapitalförvaltning AB', 'Åsa', 'Ström', false],
    ['Helvetica Bridge Management Company SA', 'Yann', 'Kieffer', false],
    ['Nordlys Kapitalförvaltning AB', 'Björn', 'Ek', false],
  ]
