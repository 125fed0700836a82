import type { PdfObjects } from './objects'

// Blanks and comments may stand between the parts of a dictionary.
const GAP = String.raw`(?:\s|%[^\r\n]{0,40}[\r\n]){0,200}`
const REFERENCE = String.raw`\d+\s+\d+\s+R`
const pattern = (...parts: string[]) => new RegExp(parts.join(GAP))

/** Scripts, programs that are started, forms that carry scripts, and Flash. */
const ACTIVE = [
  pattern('/S', String.raw`/(?:JavaScript|Launch|ImportData)\b`),
  pattern('/JS', `(?:[(<]|${REFERENCE})`),
  pattern('/JavaScript', `(?:<<|${REFERENCE})`),
  pattern('/XFA', String.raw`(?:\[|${REFERENCE})`),
  pattern('/Subtype', String.raw`/RichMedia\b`),
]
/** Harmless behind a link, not when they run by themselves. */
const REACHES_OUT = pattern('/S', String.raw`/(?:URI|SubmitForm|GoToR|GoToE)\b`)
/** What runs when the document is opened, a page is shown, the file is closed. Links of pages are not meant. */
const TRIGGER = /\/(?:OpenAction|AA)(?=[\s<[\d%])/g
const TRIGGERED = 400
/** In a file; its pages and fields have a few each. */
const MOST_TRIGGERS = 50_000

/**
 * True when a PDF carries scripts or actions that run by themselves, wherever they hide: in the document, its pages, its
 * form, in objects that nothing seems to use. A file with more in it than can be looked at is taken for one.
 */
export function hasActiveContent({ all, byNumber, complete }: PdfObjects): boolean {
  if (!complete) return true
  const resolved = (text: string) =>
    [...text.matchAll(/(\d+)\s+\d+\s+R/g)].map(([, number]) => byNumber.get(Number(number))?.text ?? '')
  let triggers = 0
  return all.some(({ text }) => {
    if (!text.includes('/')) return false
    if (ACTIVE.some((each) => each.test(text))) return true
    for (const { index } of text.matchAll(TRIGGER)) {
      if (++triggers > MOST_TRIGGERS) return true
      const begun = triggered(text, index)
      if (
        [begun, ...resolved(begun).map((each) => each.slice(0, TRIGGERED))].some((each) =>
          REACHES_OUT.test(each),
        )
      )
        return true
    }
    return false
  })
}

/** The value behind a trigger: a reference, or the dictionary to its end. */
function triggered(text: string, at: number): string {
  const value = text.slice(at, at + TRIGGERED).replace(/^\/\w+\s*/, '')
  const reference = /^\d+\s+\d+\s+R/.exec(value)?.[0]
  if (reference) return reference
  let depth = 0
  for (const mark of value.matchAll(/<<|>>/g)) {
    depth += mark[0] === '<<' ? 1 : -1
    if (depth === 0) return value.slice(0, mark.index)
  }
  return depth > 0 ? value : ''
}
