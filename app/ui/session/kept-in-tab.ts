/**
 * What is typed in forms, kept by the tab itself: of a whole page while its user logs in again, and of forms that are
 * long to fill in until they are sent. Never files or passwords.
 */

interface InTab {
  /** Id of the user who typed it. */
  user: number
  /** The page, by the name that the caller uses for it. */
  page: string
  at: number
  fields: Fields
}

/** Text, or whether it is ticked, by the id of the field. */
export type Fields = Readonly<Record<string, string | boolean>>

const NAME = 'kept-forms'
const KEPT_MS = 60 * 60_000
const MAX_LETTERS = 1_000_000

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const NO_TEXTS = ['password', 'file', 'hidden', 'submit', 'button', 'radio']

/** The fields of a page or of one form, wherever on the page they are. */
function fieldsOf(whole: Document | HTMLFormElement): FormField[] {
  return [...document.querySelectorAll<FormField>('input[id], textarea[id], select[id]')].filter(
    // By the attribute: a field named "method" would shadow the property.
    ({ form, type, name }) =>
      (whole === document || form === whole) &&
      form?.getAttribute('method') === 'post' &&
      name !== '' &&
      !NO_TEXTS.includes(type),
  )
}

const isBox = (field: FormField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox'

function isChanged(field: FormField): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(
      ({ selected, defaultSelected, value }) => selected !== defaultSelected && value !== '',
    )
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Keeps what is typed on this page and not sent; nothing when there is none. */
export function keepInTab(user: number, page: string): void {
  const fields = changedIn(document)
  const text = JSON.stringify({ user, page, at: Date.now(), fields } satisfies InTab)
  if (Object.keys(fields).length === 0 || text.length > MAX_LETTERS) return
  sessionStorage.setItem(NAME, text)
  // It comes back by itself: there is nothing left to offer.
  sessionStorage.removeItem(TYPED)
}

const fieldValue = (field: FormField) => (isBox(field) ? field.checked : field.value)

function changedIn(page: Document | HTMLFormElement): Fields {
  const changed = fieldsOf(page).filter(isChanged)
  return Object.fromEntries(changed.map((field) => [field.id, fieldValue(field)]))
}

function inTab(): InTab | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as InTab | null
    return kept && Math.abs(Date.now() - kept.at) <= KEPT_MS ? kept : null
  } catch {
    return null
  }
}

/** Whether anything is kept of this page. */
export const isKeptInTab = (page: string) => inTab()?.page === page

const forget = () => sessionStorage.removeItem(NAME)

/**
 * Writes what was kept of this page for this user into its forms, once; data of another user, or too old, is deleted.
 * @returns whether anything was written
 */
export async function fillFromTab(user: number, page: string): Promise<boolean> {
  // What another user typed here, or what is too old, goes.
  storeTyped(allTyped())
  const kept = inTab()
  if (!kept || kept.user !== user) {
    forget()
    return false
  }
  if (kept.page !== page) return false
  forget()
  return fillIn(document, kept.fields)
}

/** Writes texts and ticks into fields as if they were typed. @returns whether any of the fields is there */
export async function fillIn(page: Document | HTMLFormElement, fields: Fields): Promise<boolean> {
  let written = false
  for (const [id, value] of Object.entries(fields)) {
    // One after the other, as they were typed: a ticked box may make the next field appear.
    await new Promise((resolve) => setTimeout(resolve))
    const field = fieldsOf(page).find((one) => one.id === id)
    if (field) write(field, value)
    written ||= field !== undefined
  }
  return written
}

function write(field: FormField, value: string | boolean): void {
  if (isBox(field)) {
    if (field.checked !== value) field.click()
    return
  }
  // By the element's own setter: React overlooks a value that is set in another way.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, String(value))
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** What was typed in one form and not sent. */
interface Typed {
  /** Id of the user who typed it. */
  user: string | undefined
  at: number
  fields: Fields
}

const TYPED = 'typed-forms'
const MAX_FORMS = 20

const userOfPage = () => document.documentElement.dataset.user

function allTyped(): Record<string, Typed> {
  try {
    const all = Object.entries(JSON.parse(sessionStorage.getItem(TYPED) ?? '{}') as Record<string, Typed>)
    return Object.fromEntries(
      all.filter(([, { user, at }]) => user === userOfPage() && Math.abs(Date.now() - at) <= KEPT_MS),
    )
  } catch {
    return {}
  }
}

function storeTyped(all: Record<string, Typed>): void {
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at)
  const text = JSON.stringify(Object.fromEntries(newest.slice(0, MAX_FORMS)))
  if (newest.length === 0) sessionStorage.removeItem(TYPED)
  else if (text.length <= MAX_LETTERS) sessionStorage.setItem(TYPED, text)
}

/** Keeps what is typed in a form, beside what was offered before and is not taken yet. */
export function keepTyped(name: string, form: HTMLFormElement, offered: Fields): void {
  const fields = { ...offered, ...changedIn(form) }
  if (Object.keys(fields).length === 0) dropTyped(name)
  else storeTyped({ ...allTyped(), [name]: { user: userOfPage(), at: Date.now(), fields } })
}

/** What was typed in a form before and is not in it now; null when there is none. */
export function typedBefore(name: string, form: HTMLFormElement): { at: number; fields: Fields } | null {
  const kept = allTyped()[name]
  if (!kept) return null
  const now = new Map(fieldsOf(form).map((field) => [field.id, fieldValue(field)]))
  const missing = Object.entries(kept.fields).filter(([id, value]) => now.has(id) && now.get(id) !== value)
  return missing.length === 0 ? null : { at: kept.at, fields: Object.fromEntries(missing) }
}

/** Forgets what was typed in a form. */
export function dropTyped(name: string): void {
  dropNamed((each) => each === name)
}

/** Names a form of a page in this tab. */
export const typedName = (path: string, ...form: string[]) => [path, ...form].join(' ')

const DROPPED = 'typed-dropped'

/** Forgets what was typed in all forms of a page, which its user leaves. */
export function dropTypedOn(path: string): void {
  const isDropped = (each: string) => each.startsWith(typedName(path, ''))
  dropNamed(isDropped)
  document.dispatchEvent(new CustomEvent(DROPPED, { detail: isDropped }))
}

/** Calls back when what was typed in a form is dropped with its page. @returns stops it */
export function whenDropped(name: string, then: () => void): () => void {
  const listener = ({ detail: isDropped }: CustomEventInit<(name: string) => boolean>) =>
    isDropped?.(name) && then()
  document.addEventListener(DROPPED, listener)
  return () => document.removeEventListener(DROPPED, listener)
}

function dropNamed(isDropped: (name: string) => boolean): void {
  storeTyped(Object.fromEntries(Object.entries(allTyped()).filter(([name]) => !isDropped(name))))
}
