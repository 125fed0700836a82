import type { Page } from 'playwright'
import { expect } from 'vitest'

export interface Asked {
  /** How often the page asked. */
  times: number
  /** The answer from now on; at first "stay". */
  leave: boolean
}

/** The confirmation before a page is left, answered as the test wants. */
export function asked(page: Page): Asked {
  const told: Asked = { times: 0, leave: false }
  page.on('dialog', (dialog) => {
    told.times += 1
    return (told.leave ? dialog.accept() : dialog.dismiss()).catch((error: Error) => {
      // Reloading may remove the dialog before it is answered.
      if (!/No dialog is showing/.test(error.message)) throw error
    })
  })
  return told
}

/** Tries to leave the page, which asks once; after "stay" it is still there. */
export async function asksOnce(page: Page, told: Asked, leave: () => Promise<unknown>): Promise<void> {
  const [before, here] = [told.times, page.url()]
  await leave()
  await expect.poll(() => told.times).toBe(before + 1)
  // The history returns to the page, which takes the browser a moment.
  if (!told.leave) await expect.poll(() => page.url()).toBe(here)
}
