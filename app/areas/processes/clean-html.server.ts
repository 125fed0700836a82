import { createRequire } from 'node:module'

/** The content that "Task Info" may have, for people. */
export const ALLOWED_HTML = 'headings, paragraphs, lists, tables, quotes, code, emphasis and links'

const RULES = {
  ALLOWED_TAGS: [
    'h3',
    'h4',
    'h5',
    'p',
    'br',
    'hr',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'pre',
    'code',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'small',
    'mark',
    'a',
    'span',
    'div',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan', 'scope'],
  // Addresses of the web, of mail and of this site; "//host" and "/\host" would be another one.
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i,
  ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'scope'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** How many cleaned texts of tasks are cached: there are as many as tasks of processes, and they change rarely. */
const MAX_KEPT = 500
const cleaned = new Map<string, string>()

/**
 * HTML without anything that runs, loads, frames, or acts at a click. Only ALLOWED_HTML is left; the text of all other
 * elements except scripts and styles stays. Cleaning clean HTML changes nothing.
 */
export function cleanHtml(html: string): string {
  if (!/[<&]/.test(html)) return html
  const cached = cleaned.get(html)
  if (cached !== undefined) return cached
  const clean = purifier().sanitize(html, RULES)
  if (cleaned.size >= MAX_KEPT) cleaned.clear()
  cleaned.set(html, clean)
  return clean
}

/** Addresses of this site where a click has an effect: calls, logging in and out. */
const DOING = /^\/(?:api|login|logout)(?:\/|$)/
/** Addresses where a click would change something on a Fundesk site, under any host name. */
const CHANGING = /^\/api\/.*\/(?:delete|rollover|reason)(?:\/|$)|^\/login\/oidc(?:\/|$)/

/** Does this address only show something? Read as the site's router reads it: any case, escapes, dots and slashes. */
function onlyShows(href: string): boolean {
  if (!URL.canParse(href, HERE)) return false
  const { origin, pathname } = new URL(href, HERE)
  const path = decoded(pathname)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
  return !(CHANGING.test(path) || (origin === HERE && DOING.test(path)))
}

const HERE = 'http://here.invalid'

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

type Purifier = Pick<typeof import('isomorphic-dompurify'), 'sanitize' | 'addHook'>
let loaded: Purifier | undefined

/** It loads a whole DOM of 100 MB: a site whose tasks have no HTML never loads it. */
function purifier(): Purifier {
  if (loaded) return loaded
  loaded = createRequire(import.meta.url)('isomorphic-dompurify') as Purifier
  loaded.addHook('uponSanitizeAttribute', (_, attribute) => {
    if (attribute.attrName === 'href' && !onlyShows(attribute.attrValue)) attribute.keepAttr = false
  })
  return loaded
}
