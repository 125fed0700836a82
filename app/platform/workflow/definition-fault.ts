/** What is wrong with a version, in a sentence. */
export interface DefinitionFault {
  /** Index of the step; null for the version as a whole. */
  step: number | null
  sentence: string
}
