import type { HttpSite } from 'tests/support/routes/http-site'

/** JSON calls by a user of the site. */
export function jsonCalls(site: Pick<HttpSite, 'ask'>) {
  return {
    async call(user: string, path: string) {
      const answer = await site.ask(user, `/api/${path}`)
      return { status: answer.status, body: await answer.json() }
    },
    async post(user: string, path: string, body: object) {
      const answer = await site.ask(user, `/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    },
  }
}
