export interface RuleResult {
  id: string
  result: 'OK' | 'OK - not applicable' | 'NOK'
  severity: 'B' | 'W'
  /** Basis points with four decimals. */
  impact: string | null
  /** For a NOK, if the contract is unambiguous about the number. */
  breaches: number | null
}

export interface Driver {
  driver: 'flows' | 'distributions' | 'prices' | 'currencies' | 'derivatives' | 'income' | 'expenses'
  type: string | null
  amount: string
}
export interface Bridge {
  drivers: Driver[]
  contributors: { code: string; price: string; fx: string }[]
  residual: string
  residualBp: string | null
}
