import { createHash } from 'node:crypto'

/** JSON that is never cached. Instants are written as ISO 8601 in UTC, days and decimals as they are. */
export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body ?? null), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

/** The response for the new object of an upload or a POST. */
export function created(body: unknown): Response {
  return jsonAnswer(body, 201)
}

/**
 * The JSON of a read with a tag of its content; 304 without a body when the caller already has this content. A tag that
 * a call set itself, such as a revision, stays in front: If-Match compares only that.
 */
export async function answerUnlessKnown(request: Request, answer: Response): Promise<Response> {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (!reads || answer.status !== 200 || !isJson(answer)) return answer
  const text = await answer.text()
  const content = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const revision = /^"([^"]*)"$/.exec(answer.headers.get('ETag') ?? '')?.[1]
  const tag = `"${revision === undefined ? '' : `${revision}-`}${content}"`
  const headers = new Headers(answer.headers)
  headers.set('ETag', tag)
  if (!isKnown(request.headers.get('If-None-Match'), tag)) return new Response(text, { status: 200, headers })
  headers.delete('Content-Type')
  return new Response(null, { status: 304, headers })
}

const isJson = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('application/json') ?? false

/** RFC 9110, 13.1.2: compared weakly, because a proxy that compresses a response makes its tag weak. */
function isKnown(asked: string | null, tag: string): boolean {
  const tags = asked?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(tag)
}
