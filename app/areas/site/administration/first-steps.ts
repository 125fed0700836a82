/** A step from an empty site to its first control. */
export interface FirstStep {
  title: string
  /** Optional: some sites do without. */
  state: 'done' | 'open' | 'optional'
  /** What there is, or what is missing, in a sentence. */
  about: string
  /** Where it is done, and what its link says. */
  to: string
  act: string
  /** Workbooks to fill in. */
  templates: { label: string; href: string }[]
}

/** Titles of the steps that are still to do. */
export const openSteps = (steps: readonly FirstStep[]): string[] =>
  steps.flatMap(({ state, title }) => (state === 'open' ? [title] : []))
