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
export const objectToConfirm = (pathname: string) => pathname.replace(/\/(cancel|confirm\/[^/]+)\/*$/i, '')
