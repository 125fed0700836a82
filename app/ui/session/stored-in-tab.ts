/**
 * Values typed in forms, kept by the tab itself: those of a whole page while its user logs in again, and those of long
 * forms until they are sent. Never files or passwords.
 */

interface InTab {
  /** Id of the user who typed it. */
  user: number
  /** The page, under the caller's name for it. */
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

/** The fields of a page or of one form, wherever they are on the page. */
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

/** Keeps the unsent values typed on this page; nothing if there are none. */
export function storeInTab(user: number, page: string): void {
  const fields = changedIn(document)
  const text = JSON.stringify({ user, page, at: Date.now(), fields } satisfies InTab)
  if (text.length > MAX_LETTERS) return
  // Also without fields: files cannot be kept, and leaving them needs no confirmation.
  sessionStorage.setItem(NAME, text)
  // What is restored automatically need not be offered.
  if (Object.keys(fields).length > 0) sessionStorage.removeItem(TYPED)
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

/** Whether anything is kept for this page. */
export const isStoredInTab = (page: string) => inTab()?.page === page

const forget = () => sessionStorage.removeItem(NAME)

/**
 * Writes the values kept for this page and user into its forms, once; data of another user, or too old, is deleted.
 * @returns whether anything was written
 */
export async function fillFromTab(user: number, page: string): Promise<boolean> {
  // Removes values that another user typed, or that are too old.
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

/** Writes texts and ticks into fields as if they were typed. @returns whether any of the fields exists */
export async function fillIn(page: Document | HTMLFormElement, fields: Fields): Promise<boolean> {
  let written = false
  for (const [id, value] of Object.entries(fields)) {
    // One at a time, as typed: a ticked box may make the next field appear.
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
  // With the element's own setter: React overlooks values set in another way.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, String(value))
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** The unsent values typed in one form. */
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

/** Keeps the values typed in a form, together with earlier ones that were offered but not used yet. */
export function storeTypedForm(name: string, form: HTMLFormElement, offered: Fields): void {
  const fields = { ...offered, ...changedIn(form) }
  if (Object.keys(fields).length === 0) dropTyped(name)
  else storeTyped({ ...allTyped(), [name]: { user: userOfPage(), at: Date.now(), fields } })
}

/** Values typed in a form earlier that are not in it now; null if there are none. */
export function typedBefore(name: string, form: HTMLFormElement): { at: number; fields: Fields } | null {
  const kept = allTyped()[name]
  if (!kept) return null
  const now = new Map(fieldsOf(form).map((field) => [field.id, fieldValue(field)]))
  const missing = Object.entries(kept.fields).filter(([id, value]) => now.has(id) && now.get(id) !== value)
  return missing.length === 0 ? null : { at: kept.at, fields: Object.fromEntries(missing) }
}

/** Discards the values typed in a form. */
export function dropTyped(name: string): void {
  dropNamed((each) => each === name)
}

/** The name of a page's form in this tab. */
export const typedName = (path: string, ...form: string[]) => [path, ...form].join(' ')

const DROPPED = 'typed-dropped'

/** Discards the values typed in all forms of a page that its user leaves. */
export function dropTypedOn(path: string): void {
  const isDropped = (each: string) => each.startsWith(typedName(path, ''))
  dropNamed(isDropped)
  document.dispatchEvent(new CustomEvent(DROPPED, { detail: isDropped }))
}

/** Calls back when the typed values of a form are discarded with its page. @returns stops it */
export function whenDropped(name: string, then: () => void): () => void {
  const listener = ({ detail: isDropped }: CustomEventInit<(name: string) => boolean>) =>
    isDropped?.(name) && then()
  document.addEventListener(DROPPED, listener)
  return () => document.removeEventListener(DROPPED, listener)
}

function dropNamed(isDropped: (name: string) => boolean): void {
  storeTyped(Object.fromEntries(Object.entries(allTyped()).filter(([name]) => !isDropped(name))))
}
