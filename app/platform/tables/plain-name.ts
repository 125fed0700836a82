/** Header and sheet names are compared without case, accents and blanks. */
export function plainName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s/g, '').toLowerCase()
}
