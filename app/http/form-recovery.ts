import type { AppLoadContext } from '@remix-run/node'
import busboy from 'busboy'
import { RECOVERY_MS, type SentForm, storeSentForm, takeSentForm } from '~/areas/access/form-recovery.server'
import { pageKey } from '~/areas/access/page-key'
import { endedUser } from '~/areas/access/session-rows.server'
import { displayName } from '~/platform/files/file-types'
import { samePage } from './address'
import { drainBody, readWithin } from './drain'
import { fieldsOfText, MAX_NAMES, mediaTypeOf, readText } from './request-text'
import type { Services } from './server/services'
import { sessionKey, siteCookie } from './session'
import { isPasswordField, typedText } from './uploads/upload-parts'

/**
 * A form whose session ended while it was being filled in: it is stored for the session's user, login leads back to its
 * page, and the page shows it again like a refused form.
 */

const MAX_BYTES = 1024 * 1024
/** Most bytes of a form with files that are read to get its texts. */
const MAX_SENT = 128 * MAX_BYTES
const STALL_MS = 10_000
/** Browsers do not accept longer addresses in response headers. */
const MAX_RETURN_LENGTH = 8_000
/** Most waiting forms per browser, each from its own tab. */
const MAX_IDS = 5

const cookieOf = ({ settings }: Services) => siteCookie('kept-form', settings, { maxAge: RECOVERY_MS / 1000 })

async function idsIn(cookies: string | null, services: Services): Promise<string[]> {
  const ids: unknown = await cookieOf(services).parse(cookies)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, MAX_IDS) : []
}

interface FormRequest {
  request: Request
  context: AppLoadContext
  call?: true
}

/** Where a visitor without a session is sent. */
export interface LoginRedirect {
  /** The login page, which says what happened to the session and the form, and leads back. */
  to: string
  kept: boolean
  headers: Record<string, string>
}

/**
 * The redirect to the login page and back; stores the sent form for the session's user. Reads the whole body.
 * @param endedSession id of a session that has ended, from the visitor's cookie
 */
export async function redirectToLogin(
  { request, context, call }: FormRequest,
  endedSession: string | null,
): Promise<LoginRedirect> {
  const { services } = context
  const page = pageOf(request, call)
  const loginPath = (ended: 'kept' | 'lost' | 'yes' | null) => {
    const params = new URLSearchParams({
      ...(page === null || page === '/' ? {} : { redirectTo: page }),
      ...(ended === null ? {} : { ended }),
    })
    return params.size > 0 ? `/login?${params}` : '/login'
  }
  const sends = request.method !== 'GET' && request.method !== 'HEAD'
  if (!sends) return { to: loginPath(endedSession === null ? null : 'yes'), kept: false, headers: {} }
  const form = page === null ? null : await sentForm(request, page, services, endedSession)
  // Even a body that is not needed must be read, or the sender hangs.
  drainBody(request)
  if (!form) return { to: loginPath('lost'), kept: false, headers: {} }
  const { database, ids, clock } = services
  const id = ids.token(32)
  await database.transaction((tx) => storeSentForm({ tx, now: clock() }, { idHash: sessionKey(id), ...form }))
  const others = await idsIn(request.headers.get('Cookie'), services)
  const cookie = await cookieOf(services).serialize([id, ...others].slice(0, MAX_IDS))
  return { to: loginPath('kept'), kept: true, headers: { 'Set-Cookie': cookie } }
}

/** The page that shows the sent form: for a page, its own address; for a call, the page of this site that made it. */
function pageOf(request: Request, call: true | undefined): string | null {
  const from = call ? request.headers.get('Referer') : request.url
  if (from === null || !URL.canParse(from)) return null
  const { host, pathname, search } = new URL(from)
  if (call && host !== new URL(request.url).host) return null
  return samePage(pageKey(pathname, search.length > MAX_RETURN_LENGTH ? '' : search))
}

/** Whether a page of this site made this call, according to the browser's headers. Programs send neither header. */
export function isOfPage({ headers, url }: Request): boolean {
  if (headers.has('Authorization')) return false
  const fetchSite = headers.get('Sec-Fetch-Site')
  if (fetchSite !== null) return fetchSite === 'same-origin'
  const referer = headers.get('Referer') ?? ''
  return URL.canParse(referer) && new URL(referer).host === new URL(url).host
}

async function sentForm(
  request: Request,
  page: string,
  { database, clock }: Services,
  endedSession: string | null,
): Promise<(SentForm & { userId: number }) | null> {
  if (endedSession === null) return null
  const userId = await endedUser({ read: database.read, now: clock() }, sessionKey(endedSession))
  if (userId === null) return null
  const sent = await readSent(request).catch(() => null)
  if (sent === null) return null
  const typed: Record<string, string> = {}
  for (const [name, text] of sent.fields) if (!isPasswordField(name)) typed[name] ??= typedText(text)
  const isSmall = Buffer.byteLength(JSON.stringify([typed, sent.files])) <= MAX_BYTES
  return isSmall ? { userId, page, typed, files: sent.files } : null
}

interface Sent {
  fields: [string, string][]
  files: string[]
}

/** The texts of a form and the names of its files; null if the body is not a form. */
async function readSent(request: Request): Promise<Sent | null> {
  const kind = mediaTypeOf(request)
  if (kind === 'application/x-www-form-urlencoded')
    return { fields: [...fieldsOfText(await readText(request))], files: [] }
  if (kind !== 'multipart/form-data' || !request.body) return null
  const sent: Sent = { fields: [], files: [] }
  const limits = { fields: MAX_NAMES, fieldSize: MAX_BYTES, parts: MAX_NAMES }
  const type = request.headers.get('Content-Type') ?? ''
  const parser = busboy({ headers: { 'content-type': type }, defParamCharset: 'utf8', limits })
  const ended = new Promise<void>((resolve, reject) => parser.once('close', resolve).once('error', reject))
  let whole = true
  let letters = 0
  parser.on('file', (_, stream, { filename }) => {
    stream.on('error', () => undefined).resume()
    if (filename) sent.files.push(displayName(filename))
  })
  parser.on('field', (name, text, { valueTruncated }) => {
    letters += text.length
    whole &&= !valueTruncated && letters <= MAX_BYTES
    if (whole) sent.fields.push([name, text])
  })
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => {
      whole = false
    })
  const reader = request.body.getReader()
  try {
    let left = MAX_SENT
    for (;;) {
      const bytes = await readWithin(reader, STALL_MS)
      if (!bytes) break
      left -= bytes.byteLength
      if (left < 0) return null
      await Promise.race([new Promise((resolve) => parser.write(bytes, resolve)), ended])
    }
    parser.end()
    await ended
    return whole ? sent : null
  } finally {
    parser.destroy()
    reader.releaseLock()
  }
}

/** A form that its page shows again, and the cookie of those still waiting. */
export interface RecoveredForm {
  form: SentForm
  cookie: string
}

/**
 * The form waiting for this user on this page; it is removed, so that it is shown only once.
 * @param cookies the Cookie header of the page's request
 */
export async function formToShow(
  services: Services,
  cookies: string | null,
  page: string,
  userIdOf: () => Promise<number | null>,
): Promise<RecoveredForm | null> {
  const ids = await idsIn(cookies, services)
  if (ids.length === 0) return null
  const userId = await userIdOf()
  if (userId === null) return null
  const { database, clock } = services
  const { pathname, search } = new URL(page, 'http://here.invalid')
  const selection = { idHashes: ids.map(sessionKey), userId, page: samePage(pageKey(pathname, search)) }
  const form = await database.transaction((tx) => takeSentForm({ tx, now: clock() }, selection))
  if (!form) return null
  const others = ids.filter((id) => sessionKey(id) !== form.idHash)
  const cookie = await cookieOf(services).serialize(others, others.length > 0 ? {} : { maxAge: 0 })
  return { form, cookie }
}

/** The user's texts in it, shown when its form is no longer on the page. */
export function textsOf({ typed }: SentForm): string[] {
  return Object.values(typed).filter((text) => /\S\s+\S/.test(text) && !/^\s*[[{]/.test(text))
}
