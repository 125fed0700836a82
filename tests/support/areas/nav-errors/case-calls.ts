import { jsonCalls } from 'tests/support/api/json-calls'
import type { HttpSite } from 'tests/support/routes/http-site'

/** Cases of wrong NAVs, by calls and by forms without scripts. */
export function caseCalls(site: Pick<HttpSite, 'ask' | 'page' | 'send'>) {
  const { call, post } = jsonCalls(site)

  /** A case of 2 November 2026 that was discovered on the 9th; returns its id. */
  async function open(fundCode: string, given: object = {}): Promise<number> {
    const { body } = await post('accountant1', 'nav-errors', {
      fundCode,
      kind: 'NAV',
      causes: [{ cause: 'PRICE', causedBy: 'administrator' }],
      discoveredOn: '2026-11-09',
      discoveredBy: 'Manager of the fund',
      description: 'Stale price of a bond',
      firstDate: '2026-11-02',
      lastDate: '2026-11-02',
      ...given,
    })
    return body.id
  }

  /** The step of this name, as the user takes it now. */
  async function take(user: string, id: number, name: string, fields: object = {}) {
    const { body } = await call(user, `nav-errors/${id}`)
    const step = body.steps.find((each: { name: string }) => each.name === name)
    return post(user, `nav-errors/${id}/steps/${step?.id ?? 0}`, fields)
  }

  /** Corrected NAVs per share of a date by hand, with books of the case. */
  const correct = (id: number, classCode: string, navPerShare: string, given: object = {}) =>
    post('accountant1', `nav-errors/${id}/corrections`, {
      figures: [{ date: '2026-11-02', classCode, navPerShare, ...given }],
      comment: 'Price of the stock exchange',
    })

  /** A popup of a case, sent without scripts. */
  async function sendForm(path: string, fields: Record<string, string>, user = 'accountant1') {
    const { html } = await site.page(user, path)
    const idempotencyKey = /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? ''
    return site.send(user, path, { idempotencyKey, ...fields })
  }

  async function upload(path: string, file: File, fields: Record<string, string> = {}) {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('files', file)
    const answer = await site.ask('accountant1', `/api/${path}`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body,
    })
    return { status: answer.status, body: await answer.json() }
  }

  return { call, post, open, take, correct, sendForm, upload }
}
