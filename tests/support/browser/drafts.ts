import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import type { DraftFields } from '~/areas/expenses/expense'
import { call } from './calls'
import { invoiceFile } from './invoice-files'

/** Uploads an invoice of this amount, plus 17 % taxes, and fills in its draft, all by calls; returns the draft’s id. */
export async function uploadedDraft(
  user: string,
  { ref, net }: { ref: string; net: string },
  fields: Partial<DraftFields> = {},
): Promise<number> {
  const { name, buffer } = await invoiceFile({ ref, lines: [{ text: 'Services', net }] })
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name)
  form.append('comment', '')
  const { id } = (await call(user, 'uploadinvoice', {
    method: 'POST',
    // Tests upload the same file repeatedly, and want a new draft each time.
    headers: { 'Idempotency-Key': randomUUID() },
    body: form,
  })) as { id: number }
  if (Object.keys(fields).length > 0)
    await call(user, 'drafttransactions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, ...fields }),
    })
  return id
}

/** The form of a draft in its popup. */
export const draftForm = (page: Page) => page.locator('.draft-form')

/** Opens the popup in which the open draft is edited. */
export async function editDraft(page: Page): Promise<void> {
  await page.locator('.draft').getByRole('link', { name: 'Edit', exact: true }).click()
  await draftForm(page).waitFor()
}

/** Saves the draft that is edited, which closes its popup. */
export async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page
    .getByText(/^Draft \d+ saved$/)
    .first()
    .waitFor()
  await draftForm(page).waitFor({ state: 'detached' })
}
