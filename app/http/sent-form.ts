import { createHash } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Database } from 'db/database'
import { keepingContent } from '~/platform/workflow/once.server'

/** Fields that describe the page of a form: sent again from a newly loaded page, it is the same form. */
const OF_ITS_PAGE = /^(?:idempotencyKey|revision|seen.*|.*Seen)$/

/**
 * The same `read` and `transaction`; what a form stores is kept together with what was typed in it. A user who sends it
 * again after a lost response, with other values, is refused: the response to the first would claim that the second was
 * saved.
 */
export function keepingForm(
  database: Database,
  { sentForm, services }: AppLoadContext,
  userId: number,
): Database {
  return keepingContent(database, () => {
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
