/** The progress of loading the demo data. */
export interface DemoProgress {
  /** What is being loaded: "NAVs of 18/08/2026". */
  what: string
  /** How much of it is loaded. */
  percent: number
}

/** Before anything is loaded. */
export const FIRST_PROGRESS: DemoProgress = { what: 'users, funds and reference data', percent: 0 }

/** "NAVs of 18/08/2026 (34 %)" */
export const showProgress = ({ what, percent }: DemoProgress) => `${what} (${percent} %)`
