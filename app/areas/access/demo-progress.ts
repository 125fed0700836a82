/** How far the demo data is while it is loaded. */
export interface DemoProgress {
  /** What is being loaded: "NAVs of 18/08/2026". */
  what: string
  /** How much of all is loaded. */
  percent: number
}

/** "NAVs of 18/08/2026 (34 %)" */
export const showProgress = ({ what, percent }: DemoProgress) => `${what} (${percent} %)`
