/** Two decimals: finer than anyone can see. */
export const round = (value: number) => Number(value.toFixed(2))
