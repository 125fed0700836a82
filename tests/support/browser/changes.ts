import type { Locator } from 'playwright'

/** Refuses the change of this row, and says why. */
export async function refuseChange(row: Locator, why: string): Promise<void> {
  await row.getByText('Refuse…').click()
  await row.getByLabel('Reason').fill(why)
  await row.getByRole('button', { name: 'Refuse' }).click()
}
