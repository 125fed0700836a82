/**
 * The known outcome of a request's work: nothing is stored, it is stored, or the connection broke while it was being
 * stored. If anything fails afterwards, the response reports this outcome.
 */
export type Outcome = 'nothing' | 'stored' | 'unknown'

/** Whether the connection broke while work was being stored. */
export const isUnknown = (error: unknown) => causeIn(error, ['CommitOutcomeUnknown'])

/** Whether an error comes from an unreachable database, at any depth: query builders wrap errors. */
export function isOutage(error: unknown): boolean {
  return causeIn(error, ['DatabaseUnavailable', 'CommitOutcomeUnknown'])
}

function causeIn(error: unknown, names: readonly string[]): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (names.includes(at.name)) return true
  return false
}

/** The combined outcome with another piece of work: if one part is unknown, the whole is unknown. */
export function bothOutcomes(before: Outcome, now: Outcome): Outcome {
  return before === 'unknown' || now === 'nothing' ? before : now
}

/** What a failed request reports, depending on the outcome. */
export interface DescribedOutcome {
  code: 'unknown' | 'saved'
  title: string
  message: string
}

const UNKNOWN = { code: 'unknown', title: 'Connection lost' } as const
const SAVED = { code: 'saved', title: 'Saved, but not shown' } as const

/**
 * The sentences for a form or call that failed after its work was stored, or may have been; null if nothing was.
 * @param keyed it takes effect once, however often it is sent
 */
export function describeOutcome(outcome: Outcome, keyed = true): DescribedOutcome | null {
  if (outcome === 'unknown')
    return {
      ...UNKNOWN,
      message: keyed
        ? 'We do not know yet whether it was saved. Send it again in a minute: it takes effect only once.'
        : 'We do not know yet whether it was saved. Look for it before you send it again; with an Idempotency-Key it takes effect only once.',
    }
  if (outcome === 'stored')
    return {
      ...SAVED,
      message: keyed
        ? 'It was saved, but the answer could not be created. Reload the page to see it; sent again, it takes effect only once.'
        : 'It was saved, but the answer could not be created. Read what is stored instead of sending it again.',
    }
  return null
}

/** The same for a page that cannot be shown at all; a form that a browser sends again has the same key. */
export function describeOnPage(outcome: Outcome): DescribedOutcome | null {
  if (outcome === 'unknown')
    return {
      ...UNKNOWN,
      message:
        'We do not know yet whether it was saved. Reload this page in a minute and let the browser send the form again: it takes effect only once.',
    }
  if (outcome === 'stored')
    return {
      ...SAVED,
      message:
        'What you sent was saved, but the page could not be shown. Open the page again in a minute to see it.',
    }
  return null
}
