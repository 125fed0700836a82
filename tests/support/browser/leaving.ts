import type { Page } from 'playwright'
import { expect } from 'vitest'

export interface LeaveQuestions {
  /** How often the page asked whether to leave it. */
  times: number
  /** The answer from now on; at first "stay". */
  leave: boolean
}

/** The confirmation before a page is left, answered as the test wants. */
export function leaveQuestions(page: Page): LeaveQuestions {
  const questions: LeaveQuestions = { times: 0, leave: false }
  page.on('dialog', (dialog) => {
    questions.times += 1
    return (questions.leave ? dialog.accept() : dialog.dismiss()).catch((error: Error) => {
      // Reloading may remove the dialog before it is answered.
      if (!/No dialog is showing/.test(error.message)) throw error
    })
  })
  return questions
}

/** Tries to leave the page, which asks once; after "stay" it is still there. */
export async function asksOnce(
  page: Page,
  questions: LeaveQuestions,
  leave: () => Promise<unknown>,
): Promise<void> {
  const [before, here] = [questions.times, page.url()]
  await leave()
  await expect.poll(() => questions.times).toBe(before + 1)
  // The history returns to the page, which takes the browser a moment.
  if (!questions.leave) await expect.poll(() => page.url()).toBe(here)
}
