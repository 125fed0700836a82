import type { Page } from 'playwright'
import { expect } from 'vitest'

export interface Asked {
  /** How often the page asked. */
  times: number
  /** The answer from now on; at first "stay". */
  leave: boolean
}

/** What a page asks before it is left, answered as its test wants. */
export function asked(page: Page): Asked {
  const told: Asked = { times: 0, leave: false }
  page.on('dialog', (dialog) => {
    told.times += 1
    return (told.leave ? dialog.accept() : dialog.dismiss()).catch((error: Error) => {
      // A page that is loaded anew may take its question away before it is answered.
      if (!/No dialog is showing/.test(error.message)) throw error
    })
  })
  return told
}

/** Tries to leave the page, which asks once; who stays is still there. */
export async function asksOnce(page: Page, told: Asked, leave: () => Promise<unknown>): Promise<void> {
  const [before, here] = [told.times, page.url()]
  await leave()
  await expect.poll(() => told.times).toBe(before + 1)
  // Who stays is brought back by the history, which takes the browser a moment.
  if (!told.leave) await expect.poll(() => page.url()).toBe(here)
}
