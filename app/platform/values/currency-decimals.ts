/** Currencies whose amounts have other decimals than two (ISO 4217, minor units). */
const DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** The same by currency. */
export const OTHER_DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(decimals)]),
  ),
)

/** Those whose amounts have no decimals. */
export const WHOLE_CURRENCIES: readonly string[] = [...OTHER_DECIMALS].flatMap(([code, decimals]) =>
  decimals === 0 ? [code] : [],
)

/** Of amounts without a currency, and of most currencies. */
const USUAL_DECIMALS = 2

/** How many decimals the amounts of a currency have. */
export const decimalsOf = (currency: string | null | undefined): number =>
  OTHER_DECIMALS.get(currency ?? '') ?? USUAL_DECIMALS

/** Decimals of the amounts that the database stores. */
const MAX_STORED_DECIMALS = 2

/** The same of amounts as they are stored and divided: those of its smallest unit, but two at most. */
export const storedDecimalsOf = (currency: string | null): number =>
  Math.min(decimalsOf(currency), MAX_STORED_DECIMALS)

/** Whether a currency has amounts that cannot be stored, such as 10.125 dinars: they are refused, never rounded. */
export const hasFinerAmounts = (currency: string): boolean => decimalsOf(currency) > MAX_STORED_DECIMALS
