import type { Page } from 'playwright'
import { gate } from '../gate'

/** Holds back what a page posts to an address; the returned function releases it. */
export async function heldBack(page: Page, address: string): Promise<() => void> {
  const held = gate()
  await page.route(address, async (route) => {
    if (route.request().method() === 'POST') await held.opened
    await route.continue()
  })
  return () => held.open()
}
