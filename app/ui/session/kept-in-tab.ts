/**
 * What is typed in the forms of a page, kept by the tab itself while the user logs in again. Never files or passwords.
 */

interface InTab {
  /** Id of the user who typed it. */
  user: number
  /** The page, by the name that the caller uses for it. */
  page: string
  at: number
  /** Text, or whether it is ticked, by the id of the field. */
  fields: Record<string, string | boolean>
}

const NAME = 'kept-forms'
const KEPT_MS = 60 * 60_000
const MOST_LETTERS = 1_000_000

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const NO_TEXTS = ['password', 'file', 'hidden', 'submit', 'button', 'radio']

function fieldsOf(page: Document): FormField[] {
  return [...page.querySelectorAll<FormField>('input[id], textarea[id], select[id]')].filter(
    // By the attribute: a field named "method" would shadow the property.
    ({ form, type, name }) =>
      form?.getAttribute('method') === 'post' && name !== '' && !NO_TEXTS.includes(type),
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
  const changed = fieldsOf(document).filter(isChanged)
  const fields = Object.fromEntries(
    changed.map((field) => [field.id, isBox(field) ? field.checked : field.value]),
  )
  const text = JSON.stringify({ user, page, at: Date.now(), fields } satisfies InTab)
  if (changed.length > 0 && text.length <= MOST_LETTERS) sessionStorage.setItem(NAME, text)
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
  const kept = inTab()
  if (!kept || kept.user !== user) {
    forget()
    return false
  }
  if (kept.page !== page) return false
  forget()
  let written = false
  for (const [id, value] of Object.entries(kept.fields)) {
    // One after the other, as they were typed: a ticked box may make the next field appear.
    await new Promise((resolve) => setTimeout(resolve))
    const field = fieldsOf(document).find((one) => one.id === id)
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
