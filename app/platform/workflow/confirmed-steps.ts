/** Steps that cannot be undone are confirmed first: their buttons are links to a page with the question. */

/** A step whose button is a link to its question. */
export interface ConfirmedStep {
  /** Stable within its kind: "cancel". */
  name: string
  to: string
  /** By default the step's own name, with an ellipsis. */
  label?: string
}

/** "second approval" → "second-approval": a step as addresses have it. */
const inAddress = (name: string) => name.replaceAll(' ', '-')

/** The steps of an object that are confirmed first. @param base the address of the object */
export const confirmedSteps = (base: string, names: readonly string[]): ConfirmedStep[] =>
  names.map((name) => ({ name, to: `${base}/confirm/${inAddress(name)}` }))

/** The step that an address asks about; undefined for any other word. */
export const confirmedStepIn = <Name extends string>(
  word: string | undefined,
  names: readonly Name[],
): Name | undefined => names.find((name) => inAddress(name) === word)

/** The address of the object that a question is about. @param pathname that of the question */
export const objectAddress = (pathname: string) => pathname.replace(/\/(cancel|confirm\/[^/]+)\/*$/i, '')

/** The question before a step that cannot be undone. */
export interface StepQuestion {
  /** "Approve payment run 12?" */
  title: string
  /** The consequences, in sentences. */
  text: string
  /** The amount or the date that is decided on, the most important first. */
  facts?: { term: string; value: string; note?: string }[]
  /** What still speaks against it, in sentences. */
  warnings?: string[]
  /** Revision of the object that the question shows, if it has revisions. */
  revision?: number
  /** What the button says: "Approve 640,478.65 EUR", and while it is being sent. */
  button: string
  busyText?: string
  isDanger?: boolean
  /** The safe answer: "Keep it", by default "Cancel". */
  keep?: string
  /** Why this user cannot take the step now. */
  off: string
}
