import { randomUUID } from 'node:crypto'
import type { HttpSite } from './http-site'

/** Requests of user and account tests, sent as browsers do. */
export function people(site: HttpSite) {
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

  async function logIn(
    username: string,
    password: string,
  ): Promise<{ status: number; cookie: string; to: string }> {
    const answer = await site.ask(null, '/login', {
      ...form({ username, password }),
      headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    return {
      status: answer.status,
      cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '',
      to: answer.headers.get('location') ?? '',
    }
  }

  return {
    form,
    logIn,
    with: (Cookie: string, path: string, fields?: Record<string, string>) =>
      site.ask(null, path, { ...(fields ? form(fields) : {}), headers: { Cookie } }),
    /** Creates a user as the form does without scripts. */
    async create(userName: string, idempotencyKey: string = randomUUID()) {
      const fields = { userName, firstName: 'Marie', lastName: 'Weber', role: 'ACCOUNTANT', idempotencyKey }
      const answer = await site.ask('admin', '/admin/users/new', form(fields))
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, password: oneTimeIn(text) }
    },
    oneTimeIn,
    idOf: async (userName: string) => {
      const [user] = await site.ownerSql`select id from app_user where user_name = ${userName}`
      return Number(user?.id)
    },
  }
}

/** The one-time password shown on a page; '' if none. */
function oneTimeIn(text: string): string {
  return /<code[^>]*>((?:[0-9a-z]{4}-){6}[0-9a-z]{4})<\/code>/.exec(text)?.[1] ?? ''
}
