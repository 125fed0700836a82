/** A name as headers and labels are compared: without case, accents and surrounding blanks; runs of blanks are one. */
export function folded(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}

const SYNONYMS: Record<string, string[]> = {
  Name: ['Nom'],
  Currency: ['Ccy', 'Devise', 'Währung'],
  Value: ['Valeur', 'Wert'],
  'Account number': ['Account', 'Compte', 'Konto'],
  'Account name': ['Libellé', 'Bezeichnung'],
  'Balance debtor': ['Debit', 'Débit', 'Soll'],
  'Balance creditor': ['Credit', 'Crédit', 'Haben'],
  Quantity: ['Quantité', 'Stück'],
  Price: ['Cours', 'Kurs'],
  'Market value': ['Valeur boursière', 'Kurswert'],
}

const CANONICAL = new Map(
  Object.entries(SYNONYMS).flatMap(([name, others]) =>
    others.map((other) => [folded(other), folded(name)] as const),
  ),
)

/** The one name that a header and its synonyms share: "Devise" and " CCY " both give "currency". */
export function canonicalHeader(header: string): string {
  const name = folded(header)
  return CANONICAL.get(name) ?? name
}
