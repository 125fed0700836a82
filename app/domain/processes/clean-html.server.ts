import { createRequire } from 'node:module'

/** What "Task Info" may hold, in words. */
export const KEPT_HTML = 'headings, paragraphs, lists, tables, quotes, code, emphasis and links'

const RULES = {
  ALLOWED_TAGS: [
    ...['h3', 'h4', 'h5', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'mark', 'a', 'span', 'div'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan', 'scope'],
  // Addresses of the web, of mail and of this site; "//host" and "/\host" would be another one.
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i,
  ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'scope'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Texts of tasks that are kept clean: there are as many as tasks of processes, and they change rarely. */
const MOST_KEPT = 500
const cleaned = new Map<string, string>()

/**
 * HTML without anything that runs, loads or frames: only KEPT_HTML is left, the text of everything else but scripts and
 * styles stays. Cleaning what is clean changes nothing.
 */
export function cleanHtml(html: string): string {
  if (!/[<&]/.test(html)) return html
  const known = cleaned.get(html)
  if (known !== undefined) return known
  const clean = purifier().sanitize(html, RULES)
  if (cleaned.size >= MOST_KEPT) cleaned.clear()
  cleaned.set(html, clean)
  return clean
}

type Purifier = Pick<typeof import('isomorphic-dompurify'), 'sanitize'>
let loaded: Purifier | undefined

/** It brings a whole DOM of 100 MB: a site whose tasks have no HTML never loads it. */
function purifier(): Purifier {
  loaded ??= createRequire(import.meta.url)('isomorphic-dompurify') as Purifier
  return loaded
}
