import { createHash } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Doors } from 'db/database'
import { keepingContent } from '~/platform/workflow/once.server'

/** What a form says of the page that it stood on: sent again from a page that is made anew, it is the same form. */
const OF_ITS_PAGE = /^(?:idempotencyKey|revision|seen.*|.*Seen)$/

/**
 * The same doors; with what a form stores they keep what was typed in it. Whoever sends it again after a lost answer, with
 * something else typed, is refused: the answer to the first would say that the second was saved.
 */
export function keepingForm(doors: Doors, { sentForm, services }: AppLoadContext, userId: number): Doors {
  return keepingContent(doors, () => {
    const { idempotencyKey, ...typed } = sentForm() ?? {}
    if (idempotencyKey === undefined) return null
    const key = `form:${userId}:${idempotencyKey}`
    return { key, userId, now: services.clock(), content: contentOf(typed) }
  })
}

function contentOf(typed: Readonly<Record<string, string>>): string {
  const fields = Object.entries(typed).filter(([name]) => !OF_ITS_PAGE.test(name))
  return createHash('sha256').update(JSON.stringify(fields.sort())).digest('hex')
}
