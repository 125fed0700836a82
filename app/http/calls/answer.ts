/** JSON of which nobody keeps a copy. Instants are written as ISO 8601 in UTC, days and decimals as they are. */
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

/** What an upload or a POST made. */
export function created(body: unknown): Response {
  return jsonAnswer(body, 201)
}
