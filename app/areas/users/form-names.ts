/** How the boxes of a user's forms are named: without blanks, as names of fields are ids of the page too. */

const QUEUE = 'queue:'

export function queueField(queue: string): string {
  return QUEUE + encodeURIComponent(queue)
}

/** The queue of such a field; null for any other. */
export function queueOfField(name: string): string | null {
  if (!name.startsWith(QUEUE)) return null
  try {
    return decodeURIComponent(name.slice(QUEUE.length))
  } catch {
    return null
  }
}

export const RIGHTS = ['open', 'add', 'update', 'delete'] as const
export type Right = (typeof RIGHTS)[number]

export function rightField(functionId: string, right: Right): string {
  return `right:${functionId}:${right}`
}
